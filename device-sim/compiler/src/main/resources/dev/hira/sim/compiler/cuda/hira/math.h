/*
 * Functions of float and double. Those that take more than a few instructions are in a library that is linked where
 * they are used.
 */
#pragma once
template <class T>
struct hira_integral {
    static constexpr bool value = __is_integral(T);
};

/* name(double), name(float), namef(float), and name of an integer, which is that of a double. */
#define HIRA_OVERLOADS1(name, fromDouble, fromFloat) \
    HIRA_F double name(double x) { \
        return fromDouble(x); \
    } \
    HIRA_F float name(float x) { \
        return fromFloat(x); \
    } \
    HIRA_F float name##f(float x) { \
        return fromFloat(x); \
    } \
    template <class T> \
    HIRA_F typename hira_if<hira_integral<T>::value, double>::type name(T x) { \
        return fromDouble((double)x); \
    }
#define HIRA_OVERLOADS2(name, fromDouble, fromFloat) \
    HIRA_F double name(double x, double y) { \
        return fromDouble(x, y); \
    } \
    HIRA_F float name(float x, float y) { \
        return fromFloat(x, y); \
    } \
    HIRA_F float name##f(float x, float y) { \
        return fromFloat(x, y); \
    } \
    template <class T, class U> \
    HIRA_F typename hira_if<hira_integral<T>::value || hira_integral<U>::value || sizeof(T) != sizeof(U), \
                            double>::type \
    name(T x, U y) { \
        return fromDouble((double)x, (double)y); \
    }
#define HIRA_LIBRARY1(name) \
    extern "C" __device__ __attribute__((const)) double __hira_##name(double); \
    extern "C" __device__ __attribute__((const)) float __hira_##name##f(float); \
    HIRA_OVERLOADS1(name, __hira_##name, __hira_##name##f)
#define HIRA_LIBRARY2(name) \
    extern "C" __device__ __attribute__((const)) double __hira_##name(double, double); \
    extern "C" __device__ __attribute__((const)) float __hira_##name##f(float, float); \
    HIRA_OVERLOADS2(name, __hira_##name, __hira_##name##f)

HIRA_OVERLOADS1(sqrt, __builtin_sqrt, __builtin_sqrtf)
HIRA_OVERLOADS1(fabs, __builtin_fabs, __builtin_fabsf)
HIRA_OVERLOADS1(floor, __builtin_floor, __builtin_floorf)
HIRA_OVERLOADS1(ceil, __builtin_ceil, __builtin_ceilf)
HIRA_OVERLOADS1(trunc, __builtin_trunc, __builtin_truncf)
HIRA_OVERLOADS1(rint, __builtin_rint, __builtin_rintf)
HIRA_OVERLOADS1(nearbyint, __builtin_rint, __builtin_rintf)
HIRA_OVERLOADS2(copysign, __builtin_copysign, __builtin_copysignf)
HIRA_OVERLOADS2(fmin, __builtin_fmin, __builtin_fminf)
HIRA_OVERLOADS2(fmax, __builtin_fmax, __builtin_fmaxf)

HIRA_F float abs(float x) {
    return __builtin_fabsf(x);
}
HIRA_F double abs(double x) {
    return __builtin_fabs(x);
}
HIRA_F float min(float a, float b) {
    return __builtin_fminf(a, b);
}
HIRA_F double min(double a, double b) {
    return __builtin_fmin(a, b);
}
HIRA_F float max(float a, float b) {
    return __builtin_fmaxf(a, b);
}
HIRA_F double max(double a, double b) {
    return __builtin_fmax(a, b);
}
HIRA_F double min(float a, double b) {
    return min((double)a, b);
}
HIRA_F double min(double a, float b) {
    return min(a, (double)b);
}
HIRA_F double max(float a, double b) {
    return max((double)a, b);
}
HIRA_F double max(double a, float b) {
    return max(a, (double)b);
}
HIRA_F double fma(double a, double b, double c) {
    return __builtin_fma(a, b, c);
}
HIRA_F float fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
HIRA_F float fmaf(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}

/* Halves round away from zero. */
HIRA_F double hira_round(double x) {
    double whole = __builtin_trunc(x);
    double rest = __builtin_fabs(x - whole);
    return __builtin_copysign(rest >= 0.5 ? __builtin_fabs(whole) + 1 : __builtin_fabs(whole), x);
}
HIRA_F float hira_roundf(float x) {
    return (float)hira_round(x);
}
HIRA_OVERLOADS1(round, hira_round, hira_roundf)
HIRA_F double hira_fdim(double x, double y) {
    return x <= y ? 0 : x - y;
}
HIRA_F float hira_fdimf(float x, float y) {
    return x <= y ? 0 : x - y;
}
HIRA_OVERLOADS2(fdim, hira_fdim, hira_fdimf)

/* The fast forms: the approximations of the hardware. */
HIRA_F float __sinf(float x) {
    return __nvvm_sin_approx_f(x);
}
HIRA_F float __cosf(float x) {
    return __nvvm_cos_approx_f(x);
}
HIRA_F void __sincosf(float x, float* sine, float* cosine) {
    *sine = __sinf(x);
    *cosine = __cosf(x);
}
HIRA_F float __fdividef(float x, float y) {
    return __nvvm_div_approx_f(x, y);
}
HIRA_F float __tanf(float x) {
    return __fdividef(__sinf(x), __cosf(x));
}
HIRA_F float __exp2f(float x) {
    return __nvvm_ex2_approx_f(x);
}
HIRA_F float __expf(float x) {
    return __exp2f(x * 1.4426950408889634f);
}
HIRA_F float __exp10f(float x) {
    return __exp2f(x * 3.3219280948873626f);
}
HIRA_F float __log2f(float x) {
    return __nvvm_lg2_approx_f(x);
}
HIRA_F float __logf(float x) {
    return __log2f(x) * 0.6931471805599453f;
}
HIRA_F float __log10f(float x) {
    return __log2f(x) * 0.30102999566398120f;
}
HIRA_F float __powf(float x, float y) {
    return __exp2f(y * __log2f(x));
}
HIRA_F float __saturatef(float x) {
    return __nvvm_saturate_f(x);
}

#ifdef HIRA_FAST_MATH
#define HIRA_FAST_OR_EXACT(name) \
    extern "C" __device__ __attribute__((const)) double __hira_##name(double); \
    HIRA_OVERLOADS1(name, __hira_##name, __##name##f)
#else
#define HIRA_FAST_OR_EXACT(name) HIRA_LIBRARY1(name)
#endif
HIRA_FAST_OR_EXACT(sin)
HIRA_FAST_OR_EXACT(cos)
HIRA_FAST_OR_EXACT(tan)
HIRA_FAST_OR_EXACT(exp)
HIRA_FAST_OR_EXACT(exp2)
HIRA_FAST_OR_EXACT(exp10)
HIRA_FAST_OR_EXACT(log)
HIRA_FAST_OR_EXACT(log2)
HIRA_FAST_OR_EXACT(log10)
HIRA_LIBRARY1(expm1)
HIRA_LIBRARY1(log1p)
HIRA_LIBRARY1(cbrt)
HIRA_LIBRARY1(rsqrt)
HIRA_LIBRARY1(sinpi)
HIRA_LIBRARY1(cospi)
HIRA_LIBRARY1(asin)
HIRA_LIBRARY1(acos)
HIRA_LIBRARY1(atan)
HIRA_LIBRARY1(sinh)
HIRA_LIBRARY1(cosh)
HIRA_LIBRARY1(tanh)
HIRA_LIBRARY1(asinh)
HIRA_LIBRARY1(acosh)
HIRA_LIBRARY1(atanh)
HIRA_LIBRARY1(erf)
HIRA_LIBRARY1(erfc)
HIRA_LIBRARY1(tgamma)
HIRA_LIBRARY1(lgamma)
HIRA_LIBRARY1(logb)
HIRA_LIBRARY2(pow)
HIRA_LIBRARY2(atan2)
HIRA_LIBRARY2(hypot)
HIRA_LIBRARY2(fmod)
HIRA_LIBRARY2(remainder)
HIRA_LIBRARY2(nextafter)

HIRA_F double pow(double x, int n) {
    return __hira_pow(x, (double)n);
}
HIRA_F float pow(float x, int n) {
    return __hira_powf(x, (float)n);
}

extern "C" {
__device__ double __hira_sincos(double, double*);
__device__ float __hira_sincosf(float, float*);
__device__ double __hira_frexp(double, int*);
__device__ float __hira_frexpf(float, int*);
__device__ double __hira_modf(double, double*);
__device__ float __hira_modff(float, float*);
__device__ double __hira_ldexp(double, int);
__device__ float __hira_ldexpf(float, int);
__device__ double __hira_remquo(double, double, int*);
__device__ float __hira_remquof(float, float, int*);
__device__ int __hira_ilogb(double);
__device__ int __hira_ilogbf(float);
}
HIRA_F void sincos(double x, double* sine, double* cosine) {
    *sine = __hira_sincos(x, cosine);
}
HIRA_F void sincosf(float x, float* sine, float* cosine) {
    *sine = __hira_sincosf(x, cosine);
}
HIRA_F void sincos(float x, float* sine, float* cosine) {
    sincosf(x, sine, cosine);
}
HIRA_F void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x);
    *cosine = cospi(x);
}
HIRA_F void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x);
    *cosine = cospif(x);
}
HIRA_F double frexp(double x, int* exponent) {
    return __hira_frexp(x, exponent);
}
HIRA_F float frexp(float x, int* exponent) {
    return __hira_frexpf(x, exponent);
}
HIRA_F float frexpf(float x, int* exponent) {
    return __hira_frexpf(x, exponent);
}
HIRA_F double modf(double x, double* whole) {
    return __hira_modf(x, whole);
}
HIRA_F float modf(float x, float* whole) {
    return __hira_modff(x, whole);
}
HIRA_F float modff(float x, float* whole) {
    return __hira_modff(x, whole);
}
HIRA_F double ldexp(double x, int n) {
    return __hira_ldexp(x, n);
}
HIRA_F float ldexp(float x, int n) {
    return __hira_ldexpf(x, n);
}
HIRA_F float ldexpf(float x, int n) {
    return __hira_ldexpf(x, n);
}
HIRA_F double scalbn(double x, int n) {
    return __hira_ldexp(x, n);
}
HIRA_F float scalbnf(float x, int n) {
    return __hira_ldexpf(x, n);
}
HIRA_F double remquo(double x, double y, int* quotient) {
    return __hira_remquo(x, y, quotient);
}
HIRA_F float remquof(float x, float y, int* quotient) {
    return __hira_remquof(x, y, quotient);
}
HIRA_F int ilogb(double x) {
    return __hira_ilogb(x);
}
HIRA_F int ilogbf(float x) {
    return __hira_ilogbf(x);
}
HIRA_F long lrint(double x) {
    return (long)__builtin_rint(x);
}
HIRA_F long lrintf(float x) {
    return (long)__builtin_rintf(x);
}
HIRA_F long long llrint(double x) {
    return (long long)__builtin_rint(x);
}
HIRA_F long long llrintf(float x) {
    return (long long)__builtin_rintf(x);
}
HIRA_F long lround(double x) {
    return (long)hira_round(x);
}
HIRA_F long lroundf(float x) {
    return (long)hira_roundf(x);
}
HIRA_F long long llround(double x) {
    return (long long)hira_round(x);
}
HIRA_F long long llroundf(float x) {
    return (long long)hira_roundf(x);
}
HIRA_F double rcbrt(double x) {
    return 1 / cbrt(x);
}
HIRA_F float rcbrtf(float x) {
    return (float)(1 / cbrt((double)x));
}
HIRA_F double normcdf(double x) {
    return 0.5 * erfc(-x * 0.70710678118654752440);
}
HIRA_F float normcdff(float x) {
    return (float)normcdf((double)x);
}
HIRA_F double norm3d(double x, double y, double z) {
    return hypot(hypot(x, y), z);
}
HIRA_F float norm3df(float x, float y, float z) {
    return (float)__builtin_sqrt((double)x * x + (double)y * y + (double)z * z);
}
HIRA_F float rhypotf(float x, float y) {
    return (float)(1 / __builtin_sqrt((double)x * x + (double)y * y));
}

#define HIRA_TEST(name, expression) \
    HIRA_F bool name(double x) { \
        return expression; \
    } \
    HIRA_F bool name(float x) { \
        return expression; \
    }
HIRA_TEST(isnan, x != x)
HIRA_TEST(isinf, __builtin_fabs((double)x) == __builtin_inf())
HIRA_TEST(isfinite, __builtin_fabs((double)x) < __builtin_inf())
HIRA_F bool signbit(double x) {
    return __double_as_longlong(x) < 0;
}
HIRA_F bool signbit(float x) {
    return __float_as_int(x) < 0;
}
HIRA_F double nan(const char*) {
    return __builtin_nan("");
}
HIRA_F float nanf(const char*) {
    return __builtin_nanf("");
}

/* The same functions by their names in the standard library. */
namespace std {
using ::abs;
using ::acos;
using ::acosh;
using ::asin;
using ::asinh;
using ::atan;
using ::atan2;
using ::atanh;
using ::cbrt;
using ::ceil;
using ::copysign;
using ::cos;
using ::cosh;
using ::erf;
using ::erfc;
using ::exp;
using ::exp2;
using ::expm1;
using ::fabs;
using ::floor;
using ::fma;
using ::fmax;
using ::fmin;
using ::fmod;
using ::frexp;
using ::hypot;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::ldexp;
using ::lgamma;
using ::log;
using ::log10;
using ::log1p;
using ::log2;
using ::max;
using ::min;
using ::modf;
using ::pow;
using ::remainder;
using ::rint;
using ::round;
using ::signbit;
using ::sin;
using ::sinh;
using ::size_t;
using ::sqrt;
using ::tan;
using ::tanh;
using ::tgamma;
using ::trunc;
}  // namespace std
