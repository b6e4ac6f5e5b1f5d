/* A game: the runtime half alone. */
#include <kinedriver/math.h>
#include <kinedriver/result.h>
#include <kinedriver/rotation.h>
#include <kinedriver/scalar.h>

int main(void)
{
    kd_transform t = kd_transform_mul(kd_transform_identity(), kd_transform_identity());
    kd_vec3 none = kd_quat_log(t.rotate);
    return kd_result_text(KD_OK)[0] == 'n' && t.scale.x == 1.0f && kd_cos(none.x) == 1.0f ? 0 : 1;
}
