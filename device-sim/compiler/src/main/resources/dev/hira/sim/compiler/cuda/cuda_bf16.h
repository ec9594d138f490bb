/* bfloat16: the upper half of a float. Computed in float, rounded to nearest even. */
#pragma once
struct __nv_bfloat16 {
    unsigned short bits;
    __nv_bfloat16() = default;
    HIRA_M __nv_bfloat16(float x) {
        unsigned u = __float_as_uint(x);
        bits = (unsigned short)(x != x ? 0x7fff : (u + 0x7fff + (u >> 16 & 1)) >> 16);
    }
    HIRA_M __nv_bfloat16(double x) : __nv_bfloat16((float)x) {}
    HIRA_M __nv_bfloat16(int x) : __nv_bfloat16((float)x) {}
    HIRA_M operator float() const {
        return __uint_as_float((unsigned)bits << 16);
    }
};
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    HIRA_M __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {}
};
HIRA_F __nv_bfloat16 __float2bfloat16(float x) {
    return __nv_bfloat16(x);
}
HIRA_F __nv_bfloat16 __float2bfloat16_rn(float x) {
    return __nv_bfloat16(x);
}
HIRA_F float __bfloat162float(__nv_bfloat16 x) {
    return (float)x;
}
HIRA_F unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) {
    return x.bits;
}
HIRA_F __nv_bfloat16 __ushort_as_bfloat16(unsigned short x) {
    __nv_bfloat16 r;
    r.bits = x;
    return r;
}
HIRA_F __nv_bfloat162 __floats2bfloat162_rn(float x, float y) {
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
#define HIRA_BFLOAT(name, operation) \
    HIRA_F __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { \
        return __nv_bfloat16((float)a operation(float) b); \
    } \
    HIRA_F __nv_bfloat16 operator operation(__nv_bfloat16 a, __nv_bfloat16 b) { \
        return name(a, b); \
    } \
    HIRA_F __nv_bfloat16& operator operation##=(__nv_bfloat16& a, __nv_bfloat16 b) { \
        return a = name(a, b); \
    } \
    HIRA_F __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) { \
        return __nv_bfloat162(name(a.x, b.x), name(a.y, b.y)); \
    }
HIRA_BFLOAT(__hadd, +)
HIRA_BFLOAT(__hsub, -)
HIRA_BFLOAT(__hmul, *)
HIRA_BFLOAT(__hdiv, /)
HIRA_F __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __nv_bfloat16(__builtin_fmaf((float)a, (float)b, (float)c));
}
