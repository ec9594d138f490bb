/*
 * The math library of kernels from source: functions of double within a few units in the last place, and most of those
 * of float by way of double, rounded once. It is compiled to bitcode once, and programs get what they use.
 */
#include "polynomials.h"
#include "base.h"
#include "exponential.h"
#include "powers.h"
#include "trigonometric.h"
#include "inverse.h"
#include "hyperbolic.h"
#include "special.h"
#include "general.h"

#define HIRA_FLOAT1(name) \
    HIRA_API float __hira_##name##f(float x) { \
        return (float)__hira_##name(x); \
    }
#define HIRA_FLOAT2(name) \
    HIRA_API float __hira_##name##f(float x, float y) { \
        return (float)__hira_##name(x, y); \
    }
#define HIRA_FLOAT_INT(name) \
    HIRA_API float __hira_##name##f(float x, int n) { \
        return (float)__hira_##name(x, n); \
    }

HIRA_FLOAT1(exp)
HIRA_FLOAT1(exp2)
HIRA_FLOAT1(exp10)
HIRA_FLOAT1(expm1)
HIRA_FLOAT1(log)
HIRA_FLOAT1(log1p)
HIRA_FLOAT1(log2)
HIRA_FLOAT1(log10)
HIRA_FLOAT2(pow)
HIRA_FLOAT2(powr)
HIRA_FLOAT_INT(pown)
HIRA_FLOAT_INT(rootn)
HIRA_FLOAT1(cbrt)
HIRA_FLOAT1(sin)
HIRA_FLOAT1(cos)
HIRA_FLOAT1(tan)
HIRA_FLOAT1(sinpi)
HIRA_FLOAT1(cospi)
HIRA_FLOAT1(tanpi)
HIRA_FLOAT1(asin)
HIRA_FLOAT1(acos)
HIRA_FLOAT1(atan)
HIRA_FLOAT2(atan2)
HIRA_FLOAT1(asinpi)
HIRA_FLOAT1(acospi)
HIRA_FLOAT1(atanpi)
HIRA_FLOAT2(atan2pi)
HIRA_FLOAT1(sinh)
HIRA_FLOAT1(cosh)
HIRA_FLOAT1(tanh)
HIRA_FLOAT1(asinh)
HIRA_FLOAT1(acosh)
HIRA_FLOAT1(atanh)
HIRA_FLOAT1(erf)
HIRA_FLOAT1(erfc)
HIRA_FLOAT1(tgamma)
HIRA_FLOAT1(lgamma)
HIRA_FLOAT2(fmod)
HIRA_FLOAT2(remainder)
HIRA_FLOAT1(logb)
HIRA_FLOAT_INT(ldexp)

/* x^2 + y^2 of floats neither overflows nor vanishes in double. */
HIRA_API float __hira_hypotf(float x, float y) {
    double a = x;
    double b = y;
    if (hira_is_inf(a) || hira_is_inf(b)) {
        return __builtin_inff();
    }
    return (float)__builtin_sqrt(a * a + b * b);
}

/* Two roundings: within 1.5 units in the last place. Groups of threads have no doubles, and simulations live on this. */
HIRA_API float __hira_rsqrtf(float x) {
    return 1.0f / __builtin_sqrtf(x);
}

HIRA_API int __hira_ilogbf(float x) {
    return __hira_ilogb(x);
}

HIRA_API int __hira_gamma_signf(float x) {
    return __hira_gamma_sign(x);
}

HIRA_API float __hira_sincosf(float x, float* cosine) {
    *cosine = __hira_cosf(x);
    return __hira_sinf(x);
}

HIRA_API float __hira_remquof(float x, float y, int* quotient) {
    return (float)__hira_remquo(x, y, quotient);
}

HIRA_API float __hira_frexpf(float x, int* exponent) {
    return (float)__hira_frexp(x, exponent);
}

HIRA_API float __hira_modff(float x, float* whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(__builtin_fabsf(x) == __builtin_inff() ? 0.0f : x - *whole, x);
}
