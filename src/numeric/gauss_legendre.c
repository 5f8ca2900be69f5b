#include "numeric/gauss_legendre.h"

#include <math.h>

#define X1 0.1834346424956498049
#define X2 0.5255324099163289858
#define X3 0.7966664774136267396
#define X4 0.9602898564975362317
#define W1 0.3626837833783619830
#define W2 0.3137066458778872873
#define W3 0.2223810344533744705
#define W4 0.1012285362903762591

const double vv_gauss_point[] = {-X4, -X3, -X2, -X1, X1, X2, X3, X4};
const double vv_gauss_weight[] = {W4, W3, W2, W1, W1, W2, W3, W4};

/* (2 k + 1)/2 times the weight times Legendre's polynomial at the first half of the points: at the
 * other half they are the same, or their negatives. */
double vv_gauss_legendre_coefficient(int k, const double *v, int stride) {
    static const double BY[][VV_GAUSS_POINTS / 2] = {
        {0.2903054173377543, -0.2428961914780378, -0.4615853225965305, 0.4141760967368140},
        {-0.2688293587786539, 0.4932953766619368, -0.05356581100520455, -0.5816088634493216},
        {0.2098921910670325, -0.5591073831433645, 0.6166048635025360, -0.2673896714262036},
        {-0.1176924564477140, 0.3778969370845919, -0.6317745531190048, 0.7849065579218132}};
    double sum = 0, sign = k % 2 ? -1 : 1;
    for (int i = 0; i < VV_GAUSS_POINTS / 2; i++)
        sum += BY[k - 4][i] * (v[i * stride] + sign * v[(VV_GAUSS_POINTS - 1 - i) * stride]);
    return fabs(sum);
}
