/* Math functions: those of the math library, and what is one or two instructions. */
#define FROM_LIBRARY1(name) \
    double __hira_##name(double); \
    float __hira_##name##f(float); \
    double IN name(double x) { \
        return __hira_##name(x); \
    } \
    float IN name(float x) { \
        return __hira_##name##f(x); \
    } \
    MAP1(name, float, float) \
    MAP1(name, double, double)
#define FROM_LIBRARY2(name) \
    double __hira_##name(double, double); \
    float __hira_##name##f(float, float); \
    double IN name(double x, double y) { \
        return __hira_##name(x, y); \
    } \
    float IN name(float x, float y) { \
        return __hira_##name##f(x, y); \
    } \
    MAP2(name, float, float, float) \
    MAP2(name, double, double, double)
#define FROM_LIBRARY_INT(name) \
    double __hira_##name(double, int); \
    float __hira_##name##f(float, int); \
    double IN name(double x, int n) { \
        return __hira_##name(x, n); \
    } \
    float IN name(float x, int n) { \
        return __hira_##name##f(x, n); \
    } \
    MAP2(name, float, float, int) \
    MAP2(name, double, double, int)

FROM_LIBRARY1(acos)
FROM_LIBRARY1(acosh)
FROM_LIBRARY1(acospi)
FROM_LIBRARY1(asin)
FROM_LIBRARY1(asinh)
FROM_LIBRARY1(asinpi)
FROM_LIBRARY1(atan)
FROM_LIBRARY1(atanh)
FROM_LIBRARY1(atanpi)
FROM_LIBRARY1(cbrt)
FROM_LIBRARY1(cos)
FROM_LIBRARY1(cosh)
FROM_LIBRARY1(cospi)
FROM_LIBRARY1(erf)
FROM_LIBRARY1(erfc)
FROM_LIBRARY1(exp)
FROM_LIBRARY1(exp2)
FROM_LIBRARY1(exp10)
FROM_LIBRARY1(expm1)
FROM_LIBRARY1(lgamma)
FROM_LIBRARY1(log)
FROM_LIBRARY1(log2)
FROM_LIBRARY1(log10)
FROM_LIBRARY1(log1p)
FROM_LIBRARY1(logb)
FROM_LIBRARY1(rsqrt)
FROM_LIBRARY1(sin)
FROM_LIBRARY1(sinh)
FROM_LIBRARY1(sinpi)
FROM_LIBRARY1(tan)
FROM_LIBRARY1(tanh)
FROM_LIBRARY1(tanpi)
FROM_LIBRARY1(tgamma)
FROM_LIBRARY2(atan2)
FROM_LIBRARY2(atan2pi)
FROM_LIBRARY2(fmod)
FROM_LIBRARY2(hypot)
FROM_LIBRARY2(nextafter)
FROM_LIBRARY2(pow)
FROM_LIBRARY2(powr)
FROM_LIBRARY2(remainder)
FROM_LIBRARY_INT(pown)
FROM_LIBRARY_INT(rootn)
FROM_LIBRARY_INT(ldexp)
#define LDEXP_OF(n, T) \
    T##n IN ldexp(T##n x, int k) { \
        return ldexp(x, (int##n)k); \
    }
LENGTHS(LDEXP_OF, float)
LENGTHS(LDEXP_OF, double)

int __hira_ilogb(double);
int __hira_ilogbf(float);
int IN ilogb(double x) {
    return __hira_ilogb(x);
}
int IN ilogb(float x) {
    return __hira_ilogbf(x);
}
MAP1(ilogb, int, float)
MAP1(ilogb, int, double)

/* name(x) and name(x) of vectors by a builtin of the compiler. */
#define FROM_COMPILER1(name, builtin) \
    float IN name(float x) { \
        return __builtin_##builtin##f(x); \
    } \
    double IN name(double x) { \
        return __builtin_##builtin(x); \
    } \
    MAP1(name, float, float) \
    MAP1(name, double, double)
#define FROM_COMPILER2(name, builtin) \
    float IN name(float x, float y) { \
        return __builtin_##builtin##f(x, y); \
    } \
    double IN name(double x, double y) { \
        return __builtin_##builtin(x, y); \
    } \
    MAP2(name, float, float, float) \
    MAP2(name, double, double, double)
FROM_COMPILER1(ceil, ceil)
FROM_COMPILER1(fabs, fabs)
FROM_COMPILER1(floor, floor)
FROM_COMPILER1(rint, rint)
FROM_COMPILER1(sqrt, sqrt)
FROM_COMPILER1(trunc, trunc)
FROM_COMPILER2(copysign, copysign)
FROM_COMPILER2(fmax, fmax)
FROM_COMPILER2(fmin, fmin)
SPREAD2(fmax, float)
SPREAD2(fmax, double)
SPREAD2(fmin, float)
SPREAD2(fmin, double)

#define SIMPLE(T, suffix) \
    T IN fma(T a, T b, T c) { \
        return __builtin_fma##suffix(a, b, c); \
    } \
    MAP3(fma, T, T, T, T) \
    T IN mad(T a, T b, T c) { \
        return __builtin_fma##suffix(a, b, c); \
    } \
    MAP3(mad, T, T, T, T) \
    T IN fdim(T x, T y) { \
        return x <= y ? 0 : x - y; \
    } \
    MAP2(fdim, T, T, T) \
    T IN maxmag(T x, T y) { \
        return fabs(x) > fabs(y) ? x : fabs(y) > fabs(x) ? y : fmax(x, y); \
    } \
    MAP2(maxmag, T, T, T) \
    T IN minmag(T x, T y) { \
        return fabs(x) < fabs(y) ? x : fabs(y) < fabs(x) ? y : fmin(x, y); \
    } \
    MAP2(minmag, T, T, T) \
    T IN round(T x) { \
        T whole = trunc(x); \
        T away = fabs(x - whole) >= (T)0.5 ? fabs(whole) + 1 : fabs(whole); \
        return copysign(away, x); \
    } \
    MAP1(round, T, T)
SIMPLE(float, f)
SIMPLE(double, )

float IN nan(uint code) {
    return as_float(0x7fc00000 | code);
}
double IN nan(ulong code) {
    return as_double(0x7ff8000000000000UL | code);
}
MAP1(nan, float, uint)
MAP1(nan, double, ulong)

/* Functions with a second result behind a pointer. */
int __hira_gamma_sign(double);
double __hira_sincos(double, double*);
double __hira_frexp(double, int*);
double __hira_modf(double, double*);
double __hira_remquo(double, double, int*);
float __hira_sincosf(float, float*);
float __hira_frexpf(float, int*);
float __hira_modff(float, float*);
float __hira_remquof(float, float, int*);

#define POINTERS_OF(space, T, suffix) \
    T IN sincos(T x, space T* cosine) { \
        T c; \
        T s = __hira_sincos##suffix(x, &c); \
        *cosine = c; \
        return s; \
    } \
    POINTER_MAP1(sincos, space, T, T) \
    T IN modf(T x, space T* whole) { \
        T w; \
        T r = __hira_modf##suffix(x, &w); \
        *whole = w; \
        return r; \
    } \
    POINTER_MAP1(modf, space, T, T) \
    T IN fract(T x, space T* whole) { \
        T w = floor(x); \
        *whole = w; \
        T below = (T)1 - (sizeof(T) == 4 ? (T)0x1p-24 : (T)0x1p-53); \
        T rest = x - w; \
        return x != x ? x : fabs(x) == (T)INFINITY ? copysign((T)0, x) : rest > below ? below : rest; \
    } \
    POINTER_MAP1(fract, space, T, T) \
    T IN frexp(T x, space int* exponent) { \
        int e; \
        T r = __hira_frexp##suffix(x, &e); \
        *exponent = e; \
        return r; \
    } \
    POINTER_MAP1(frexp, space, T, int) \
    T IN lgamma_r(T x, space int* sign) { \
        *sign = __hira_gamma_sign(x); \
        return lgamma(x); \
    } \
    POINTER_MAP1(lgamma_r, space, T, int) \
    T IN remquo(T x, T y, space int* quotient) { \
        int q; \
        T r = __hira_remquo##suffix(x, y, &q); \
        *quotient = q; \
        return r; \
    } \
    POINTER_MAP2(remquo, space, T, int)

#define POINTER_MAP1(f, space, T, P) \
    LENGTHS(POINTER_MAP1_OF, f, space, T, P)
#define POINTER_MAP1_OF(n, f, space, T, P) \
    T##n IN f(T##n x, space P##n* p) { \
        T##n r; \
        P##n second; \
        for (int i = 0; i < n; i++) { \
            P s; \
            ((private T*)&r)[i] = f(((private T*)&x)[i], &s); \
            ((private P*)&second)[i] = s; \
        } \
        *p = second; \
        return r; \
    }
#define POINTER_MAP2(f, space, T, P) \
    LENGTHS(POINTER_MAP2_OF, f, space, T, P)
#define POINTER_MAP2_OF(n, f, space, T, P) \
    T##n IN f(T##n x, T##n y, space P##n* p) { \
        T##n r; \
        P##n second; \
        for (int i = 0; i < n; i++) { \
            P s; \
            ((private T*)&r)[i] = f(((private T*)&x)[i], ((private T*)&y)[i], &s); \
            ((private P*)&second)[i] = s; \
        } \
        *p = second; \
        return r; \
    }
/* The vector forms of the other address spaces use the private scalar form, so it comes first. */
POINTERS_OF(private, float, f)
POINTERS_OF(private, double, )
POINTERS_OF(global, float, f)
POINTERS_OF(global, double, )
POINTERS_OF(local, float, f)
POINTERS_OF(local, double, )

/* The fast forms: the approximations of the hardware. */
#define NATIVE1(name, expression) \
    float IN native_##name(float x) { \
        return expression; \
    } \
    MAP1(native_##name, float, float) \
    float IN half_##name(float x) { \
        return name(x); \
    } \
    MAP1(half_##name, float, float)
NATIVE1(cos, __nvvm_cos_approx_f(x))
NATIVE1(sin, __nvvm_sin_approx_f(x))
NATIVE1(tan, __nvvm_sin_approx_f(x) / __nvvm_cos_approx_f(x))
NATIVE1(exp2, __nvvm_ex2_approx_f(x))
NATIVE1(exp, __nvvm_ex2_approx_f(x * 1.4426950408889634f))
NATIVE1(exp10, __nvvm_ex2_approx_f(x * 3.3219280948873626f))
NATIVE1(log2, __nvvm_lg2_approx_f(x))
NATIVE1(log, __nvvm_lg2_approx_f(x) * 0.6931471805599453f)
NATIVE1(log10, __nvvm_lg2_approx_f(x) * 0.30102999566398120f)
NATIVE1(rsqrt, __nvvm_rsqrt_approx_f(x))
NATIVE1(sqrt, __nvvm_sqrt_approx_f(x))
float IN native_recip(float x) {
    return 1 / x;
}
MAP1(native_recip, float, float)
float IN half_recip(float x) {
    return 1 / x;
}
MAP1(half_recip, float, float)
float IN native_divide(float x, float y) {
    return __nvvm_div_approx_f(x, y);
}
MAP2(native_divide, float, float, float)
float IN half_divide(float x, float y) {
    return x / y;
}
MAP2(half_divide, float, float, float)
float IN native_powr(float x, float y) {
    return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x));
}
MAP2(native_powr, float, float, float)
float IN half_powr(float x, float y) {
    return powr(x, y);
}
MAP2(half_powr, float, float, float)
