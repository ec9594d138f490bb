/* Half precision: __half and __half2, computed in half precision where the hardware can. */
#pragma once
struct __half {
    _Float16 value;
    __half() = default;
    HIRA_M __half(float x) : value((_Float16)x) {}
    HIRA_M __half(double x) : value((_Float16)x) {}
    HIRA_M __half(int x) : value((_Float16)x) {}
    HIRA_M __half(unsigned x) : value((_Float16)x) {}
    HIRA_M __half(_Float16 x) : value(x) {}
    HIRA_M operator float() const {
        return (float)value;
    }
    HIRA_M explicit operator double() const {
        return (double)value;
    }
    HIRA_M explicit operator int() const {
        return (int)value;
    }
    HIRA_M explicit operator bool() const {
        return value != (_Float16)0;
    }
};
typedef __half half;
struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    HIRA_M __half2(__half x, __half y) : x(x), y(y) {}
};
typedef __half2 half2;

HIRA_F __half hira_half(_Float16 x) {
    return __half(x);
}
HIRA_F __half __float2half(float x) {
    return __half(x);
}
HIRA_F __half __float2half_rn(float x) {
    return __half(x);
}
HIRA_F __half __double2half(double x) {
    return __half(x);
}
HIRA_F float __half2float(__half x) {
    return (float)x.value;
}
HIRA_F __half __int2half_rn(int x) {
    return __half(x);
}
HIRA_F __half __uint2half_rn(unsigned x) {
    return __half(x);
}
HIRA_F int __half2int_rz(__half x) {
    return (int)x.value;
}
HIRA_F int __half2int_rn(__half x) {
    return __float2int_rn((float)x.value);
}
HIRA_F unsigned __half2uint_rz(__half x) {
    return (unsigned)x.value;
}
HIRA_F unsigned short __half_as_ushort(__half x) {
    return __builtin_bit_cast(unsigned short, x.value);
}
HIRA_F short __half_as_short(__half x) {
    return __builtin_bit_cast(short, x.value);
}
HIRA_F __half __ushort_as_half(unsigned short x) {
    return __half(__builtin_bit_cast(_Float16, x));
}
HIRA_F __half __short_as_half(short x) {
    return __half(__builtin_bit_cast(_Float16, x));
}

#define HIRA_HALF2(name, expression) \
    HIRA_F __half name(__half a, __half b) { \
        _Pragma("clang fp contract(off)") \
        return hira_half((_Float16)(expression)); \
    }
/* Products and sums are not contracted: each rounds. */
HIRA_HALF2(__hadd, a.value + b.value)
HIRA_HALF2(__hsub, a.value - b.value)
HIRA_HALF2(__hmul, a.value * b.value)
HIRA_HALF2(__hdiv, (float)a.value / (float)b.value)
HIRA_HALF2(__hmin, __builtin_fminf((float)a.value, (float)b.value))
HIRA_HALF2(__hmax, __builtin_fmaxf((float)a.value, (float)b.value))
HIRA_F __half __hadd_rn(__half a, __half b) {
    return __hadd(a, b);
}
HIRA_F __half __hmul_rn(__half a, __half b) {
    return __hmul(a, b);
}
HIRA_F __half __hfma(__half a, __half b, __half c) {
    return hira_half(__builtin_elementwise_fma(a.value, b.value, c.value));
}
HIRA_F __half __hneg(__half a) {
    return hira_half(-a.value);
}
HIRA_F __half __habs(__half a) {
    return __ushort_as_half(__half_as_ushort(a) & 0x7fff);
}

#define HIRA_HALF_COMPARISON(name, operation) \
    HIRA_F bool __h##name(__half a, __half b) { \
        return a.value operation b.value; \
    } \
    HIRA_F bool operator operation(__half a, __half b) { \
        return a.value operation b.value; \
    } \
    HIRA_F __half2 __h##name##2(__half2 a, __half2 b) { \
        return __half2(__half(a.x.value operation b.x.value ? 1.0f : 0.0f), \
                       __half(a.y.value operation b.y.value ? 1.0f : 0.0f)); \
    }
HIRA_HALF_COMPARISON(eq, ==)
HIRA_HALF_COMPARISON(ne, !=)
HIRA_HALF_COMPARISON(lt, <)
HIRA_HALF_COMPARISON(le, <=)
HIRA_HALF_COMPARISON(gt, >)
HIRA_HALF_COMPARISON(ge, >=)
HIRA_F bool __hisnan(__half a) {
    return a.value != a.value;
}
HIRA_F int __hisinf(__half a) {
    return (__half_as_ushort(a) & 0x7fff) != 0x7c00 ? 0 : (__half_as_ushort(a) & 0x8000) ? -1 : 1;
}

#define HIRA_HALF_OPERATOR(operation, name) \
    HIRA_F __half operator operation(__half a, __half b) { \
        return name(a, b); \
    } \
    HIRA_F __half& operator operation##=(__half& a, __half b) { \
        return a = name(a, b); \
    } \
    HIRA_F __half2 operator operation(__half2 a, __half2 b) { \
        return __half2(name(a.x, b.x), name(a.y, b.y)); \
    } \
    HIRA_F __half2& operator operation##=(__half2& a, __half2 b) { \
        return a = a operation b; \
    }
HIRA_HALF_OPERATOR(+, __hadd)
HIRA_HALF_OPERATOR(-, __hsub)
HIRA_HALF_OPERATOR(*, __hmul)
HIRA_HALF_OPERATOR(/, __hdiv)
HIRA_F __half operator-(__half a) {
    return __hneg(a);
}

#define HIRA_HALF_FUNCTION(name, function) \
    HIRA_F __half h##name(__half a) { \
        return __half(function((float)a.value)); \
    } \
    HIRA_F __half2 h2##name(__half2 a) { \
        return __half2(h##name(a.x), h##name(a.y)); \
    }
HIRA_HALF_FUNCTION(sqrt, sqrtf)
HIRA_HALF_FUNCTION(rsqrt, rsqrtf)
HIRA_HALF_FUNCTION(rcp, 1.0f /)
HIRA_HALF_FUNCTION(exp, expf)
HIRA_HALF_FUNCTION(exp2, exp2f)
HIRA_HALF_FUNCTION(exp10, exp10f)
HIRA_HALF_FUNCTION(log, logf)
HIRA_HALF_FUNCTION(log2, log2f)
HIRA_HALF_FUNCTION(log10, log10f)
HIRA_HALF_FUNCTION(sin, sinf)
HIRA_HALF_FUNCTION(cos, cosf)
HIRA_HALF_FUNCTION(floor, floorf)
HIRA_HALF_FUNCTION(ceil, ceilf)
HIRA_HALF_FUNCTION(trunc, truncf)
HIRA_HALF_FUNCTION(rint, rintf)

HIRA_F __half2 __halves2half2(__half low, __half high) {
    return __half2(low, high);
}
HIRA_F __half2 make_half2(__half x, __half y) {
    return __half2(x, y);
}
HIRA_F __half2 __half2half2(__half a) {
    return __half2(a, a);
}
HIRA_F __half2 __float2half2_rn(float x) {
    return __half2half2(__half(x));
}
HIRA_F __half2 __floats2half2_rn(float x, float y) {
    return __half2(__half(x), __half(y));
}
HIRA_F __half2 __float22half2_rn(float2 v) {
    return __floats2half2_rn(v.x, v.y);
}
HIRA_F float2 __half22float2(__half2 v) {
    return make_float2((float)v.x.value, (float)v.y.value);
}
HIRA_F float __low2float(__half2 v) {
    return (float)v.x.value;
}
HIRA_F float __high2float(__half2 v) {
    return (float)v.y.value;
}
HIRA_F __half __low2half(__half2 v) {
    return v.x;
}
HIRA_F __half __high2half(__half2 v) {
    return v.y;
}
HIRA_F __half2 __low2half2(__half2 v) {
    return __half2half2(v.x);
}
HIRA_F __half2 __high2half2(__half2 v) {
    return __half2half2(v.y);
}
HIRA_F __half2 __lowhigh2highlow(__half2 v) {
    return __half2(v.y, v.x);
}
#define HIRA_HALVES(name) \
    HIRA_F __half2 name##2(__half2 a, __half2 b) { \
        return __half2(name(a.x, b.x), name(a.y, b.y)); \
    }
HIRA_HALVES(__hadd)
HIRA_HALVES(__hsub)
HIRA_HALVES(__hmul)
HIRA_HALVES(__hmin)
HIRA_HALVES(__hmax)
HIRA_F __half2 __h2div(__half2 a, __half2 b) {
    return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
HIRA_F __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
HIRA_F __half2 __hneg2(__half2 a) {
    return __half2(__hneg(a.x), __hneg(a.y));
}
HIRA_F __half2 __habs2(__half2 a) {
    return __half2(__habs(a.x), __habs(a.y));
}
HIRA_F __half2 atomicAdd(__half2* p, __half2 value) {
    unsigned old;
    unsigned bits = __builtin_bit_cast(unsigned, value);
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(bits) : "memory");
    return __half2(__ushort_as_half((unsigned short)old), __ushort_as_half((unsigned short)(old >> 16)));
}
HIRA_F __half atomicAdd(__half* p, __half value) {
    unsigned short old;
    unsigned short bits = __half_as_ushort(value);
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(bits) : "memory");
    return __ushort_as_half(old);
}
