/* A warm key light from the upper left, a cool fill from the right, a little from the sky: as a photographer would
 * light a statue. Shadows turn cool, lights turn warm, which reads as form even in twelve tones. */
#include "io/svg_tone.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"

#include <math.h>

static const float TONE_PLAIN[3] = {0.72f, 0.6f, 0.5f};  /* linear: of surfaces without a material */
static const float TONE_BONES[3] = {0.9f, 0.55f, 0.18f}; /* of bones */
static const float TONE_SHADOW[3] = {0.12f, 0.11f, 0.15f};
static const float TONE_BRIGHT[3] = {1.2f, 1.12f, 1.0f};

float kdi_svg_light(kd_vec3 normal)
{
    float key = kd_vec3_dot(normal, kd_vec3_make(-0.48f, 0.62f, 0.62f));
    float fill = kd_vec3_dot(normal, kd_vec3_make(0.86f, 0.06f, 0.5f));
    float sky = 0.5f + 0.5f * normal.y;
    key = kd_max(0.0f, (key + 0.25f) / 1.25f); /* wraps a little around the form, as a large lamp does */
    float light = 0.82f * key * key + 0.2f * kd_max(0.0f, fill) + 0.06f * sky;
    return kd_clamp(light, 0.0f, 1.0f);
}

uint8_t kdi_svg_paint(int32_t material)
{
    return (uint8_t)(material + 2 < KDI_SVG_PAINTS ? material + 2 : KDI_SVG_PAINTS);
}

static uint8_t tone_srgb(float linear)
{
    double v = fmin(fmax((double)linear, 0.0), 1.0);
    v = v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1.0 / 2.4) - 0.055;
    return (uint8_t)lround(v * 255.0);
}

kdi_svg_color kdi_svg_tone(const kdi_svg_actor *actor, uint8_t paint, int tone)
{
    int32_t material = (int32_t)paint - 2;
    const float *base = actor->shows_bones ? TONE_BONES : TONE_PLAIN;
    if (material >= 0 && material < actor->scene->material_count)
        base = actor->scene->materials[material].base_color;
    float light = ((float)tone + 0.5f) / (float)KDI_SVG_TONES;
    uint8_t parts[3];
    for (int i = 0; i < 3; i++) {
        float shade = TONE_SHADOW[i] + (TONE_BRIGHT[i] - TONE_SHADOW[i]) * light;
        float gloss = 0.16f * kd_max(0.0f, light - 0.75f);
        parts[i] = tone_srgb(base[i] * shade + gloss);
    }
    kdi_svg_color color = {parts[0], parts[1], parts[2]};
    return color;
}
