/* The mean of many rotations: the unit quaternion with the largest sum of weighted squared dot products with all of
 * them, that is the main eigenvector of the sum of q q^T. A sign of q does not matter in q q^T, and the sum is made in
 * integers, so that neither does the order, to the last bit. (Markley et al. 2007, equation 12.) */
#include "kinedriver/rotation.h"

#include "kinedriver/math.h"
#include "kinedriver/scalar.h"
#include "math/float.h"

/* Squared this often the matrix is its own 65,536th power: all but the largest eigenvalue have vanished. */
enum { AVERAGE_SQUARINGS = 16 };

static void average_square(float m[4][4])
{
    float square[4][4];
    for (int row = 0; row < 4; row++)
        for (int column = row; column < 4; column++)
            square[row][column] = m[row][0] * m[0][column] + m[row][1] * m[1][column] + m[row][2] * m[2][column] +
                                  m[row][3] * m[3][column];
    float trace = square[0][0] + square[1][1] + square[2][2] + square[3][3];
    for (int row = 0; row < 4; row++)
        for (int column = row; column < 4; column++)
            m[row][column] = m[column][row] = square[row][column] / trace;
}

static float average_largest_weight(const float *weights, int count)
{
    float largest = weights ? 0.0f : 1.0f;
    for (int i = 0; weights && i < count; i++)
        largest = kd_max(largest, weights[i]);
    return largest;
}

kd_quat kd_quat_average(const kd_quat *rotations, const float *weights, int count)
{
    float largest = average_largest_weight(weights, count);
    int64_t sums[4][4] = {{0}};
    for (int i = 0; i < count; i++) {
        float weight = weights ? kd_max(weights[i], 0.0f) / (largest > 0.0f ? largest : 1.0f) : 1.0f;
        kd_quat q = kd_quat_normalize(rotations[i]);
        const float part[4] = {q.x, q.y, q.z, q.w};
        for (int row = 0; row < 4; row++)
            for (int column = row; column < 4; column++)
                sums[row][column] += (int64_t)(weight * part[row] * part[column] * 1073741824.0f);
    }
    int64_t trace = sums[0][0] + sums[1][1] + sums[2][2] + sums[3][3];
    if (trace <= 0)
        return kd_quat_identity();
    float m[4][4];
    for (int row = 0; row < 4; row++)
        for (int column = row; column < 4; column++)
            m[row][column] = m[column][row] = (float)((double)sums[row][column] / (double)trace);
    for (int i = 0; i < AVERAGE_SQUARINGS; i++)
        average_square(m);
    /* What is left is e e^T: its column with the largest diagonal is e, up to a factor. */
    int best = 3;
    for (int i = 0; i < 3; i++)
        best = m[i][i] > m[best][best] ? i : best;
    return kd_quat_canonical(kd_quat_make(m[0][best], m[1][best], m[2][best], m[3][best]));
}
