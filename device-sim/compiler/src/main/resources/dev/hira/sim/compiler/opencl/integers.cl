/* Functions of integers, and min, max, clamp for all types. */
#define WIDER_char short
#define WIDER_uchar ushort
#define WIDER_short int
#define WIDER_ushort uint
#define WIDER_int long
#define WIDER_uint ulong
#define UNSIGNED_char uchar
#define UNSIGNED_uchar uchar
#define UNSIGNED_short ushort
#define UNSIGNED_ushort ushort
#define UNSIGNED_int uint
#define UNSIGNED_uint uint
#define UNSIGNED_long ulong
#define UNSIGNED_ulong ulong

#define CHOICE(T) \
    T IN min(T a, T b) { \
        return b < a ? b : a; \
    } \
    MAP2(min, T, T, T) \
    SPREAD2(min, T) \
    T IN max(T a, T b) { \
        return a < b ? b : a; \
    } \
    MAP2(max, T, T, T) \
    SPREAD2(max, T) \
    T IN clamp(T x, T low, T high) { \
        return min(max(x, low), high); \
    } \
    MAP3(clamp, T, T, T, T) \
    LENGTHS(CLAMP_OF, T)
#define CLAMP_OF(n, T) \
    T##n IN clamp(T##n x, T low, T high) { \
        return clamp(x, (T##n)low, (T##n)high); \
    }
TYPES(CHOICE)

#define EXPANDED_MAP1(f, R, A) MAP1(f, R, A)
#define EXPANDED_MAP2(f, R, A, B) MAP2(f, R, A, B)

/* Narrow types in long, the others by the compiler. */
#define NARROW_SATURATION(T) \
    T IN add_sat(T x, T y) { \
        return (T)clamp((long)x + (long)y, LEAST(T), MOST(T)); \
    } \
    T IN sub_sat(T x, T y) { \
        return (T)clamp((long)x - (long)y, LEAST(T), MOST(T)); \
    }
#define LEAST(T) ((T)-1 < (T)0 ? -1L << (sizeof(T) * 8 - 1) : 0L)
#define MOST(T) ((1L << (sizeof(T) * 8 - ((T)-1 < (T)0 ? 1 : 0))) - 1)
#define WIDE_SATURATION(T) \
    T IN add_sat(T x, T y) { \
        return __builtin_elementwise_add_sat(x, y); \
    } \
    T IN sub_sat(T x, T y) { \
        return __builtin_elementwise_sub_sat(x, y); \
    }
NARROW_SATURATION(char)
NARROW_SATURATION(uchar)
NARROW_SATURATION(short)
NARROW_SATURATION(ushort)
WIDE_SATURATION(int)
WIDE_SATURATION(uint)
WIDE_SATURATION(long)
WIDE_SATURATION(ulong)

#define COMMON_INTEGER(T) \
    UNSIGNED_##T IN abs(T x) { \
        return x < 0 ? -(UNSIGNED_##T)x : (UNSIGNED_##T)x; \
    } \
    EXPANDED_MAP1(abs, UNSIGNED_##T, T) \
    UNSIGNED_##T IN abs_diff(T x, T y) { \
        return x > y ? (UNSIGNED_##T)x - (UNSIGNED_##T)y : (UNSIGNED_##T)y - (UNSIGNED_##T)x; \
    } \
    EXPANDED_MAP2(abs_diff, UNSIGNED_##T, T, T) \
    T IN hadd(T x, T y) { \
        return (x >> 1) + (y >> 1) + (x & y & 1); \
    } \
    MAP2(hadd, T, T, T) \
    T IN rhadd(T x, T y) { \
        return (x >> 1) + (y >> 1) + ((x | y) & 1); \
    } \
    MAP2(rhadd, T, T, T) \
    MAP2(add_sat, T, T, T) \
    MAP2(sub_sat, T, T, T) \
    T IN clz(T x) { \
        int unused = (8 - (int)sizeof(T)) * 8; \
        return x == 0 ? (T)(sizeof(T) * 8) : (T)(__builtin_clzl((ulong)(UNSIGNED_##T)x) - unused); \
    } \
    MAP1(clz, T, T) \
    T IN ctz(T x) { \
        return x == 0 ? (T)(sizeof(T) * 8) : (T)__builtin_ctzl((ulong)x); \
    } \
    MAP1(ctz, T, T) \
    T IN popcount(T x) { \
        return (T)__builtin_popcountl((ulong)(UNSIGNED_##T)x); \
    } \
    MAP1(popcount, T, T) \
    T IN rotate(T x, T by) { \
        uint bits = sizeof(T) * 8; \
        uint left = (uint)by & (bits - 1); \
        UNSIGNED_##T u = (UNSIGNED_##T)x; \
        return (T)(u << left | u >> ((bits - left) & (bits - 1))); \
    } \
    MAP2(rotate, T, T, T) \
    T IN mad_hi(T a, T b, T c) { \
        return mul_hi(a, b) + c; \
    } \
    MAP3(mad_hi, T, T, T, T)

#define NARROW_INTEGER(T) \
    T IN mul_hi(T a, T b) { \
        return (T)(((WIDER_##T)a * (WIDER_##T)b) >> (sizeof(T) * 8)); \
    } \
    MAP2(mul_hi, T, T, T) \
    COMMON_INTEGER(T) \
    T IN mad_sat(T a, T b, T c) { \
        long sum = (long)a * (long)b + (long)c; \
        return (T)clamp(sum, LEAST(T), MOST(T)); \
    } \
    MAP3(mad_sat, T, T, T, T)
NARROW_INTEGER(char)
NARROW_INTEGER(uchar)
NARROW_INTEGER(short)
NARROW_INTEGER(ushort)
NARROW_INTEGER(int)
long IN mul_hi(long a, long b) {
    long r;
    __asm__("mul.hi.s64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}
ulong IN mul_hi(ulong a, ulong b) {
    ulong r;
    __asm__("mul.hi.u64 %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b));
    return r;
}
MAP2(mul_hi, long, long, long)
MAP2(mul_hi, ulong, ulong, ulong)
uint IN mul_hi(uint a, uint b) {
    return (uint)(((ulong)a * b) >> 32);
}
MAP2(mul_hi, uint, uint, uint)
COMMON_INTEGER(uint)
COMMON_INTEGER(long)
COMMON_INTEGER(ulong)
uint IN mad_sat(uint a, uint b, uint c) {
    ulong sum = (ulong)a * b + c;
    return sum > 0xffffffffUL ? 0xffffffffU : (uint)sum;
}
MAP3(mad_sat, uint, uint, uint, uint)
ulong IN mad_sat(ulong a, ulong b, ulong c) {
    return mul_hi(a, b) != 0 ? ~0UL : add_sat(a * b, c);
}
MAP3(mad_sat, ulong, ulong, ulong, ulong)
long IN mad_sat(long a, long b, long c) {
    /* The 128 bits of the product plus c, in two words. */
    long high = mul_hi(a, b);
    ulong low = (ulong)a * (ulong)b;
    ulong sum = low + (ulong)c;
    high += (c < 0 ? -1 : 0) + (sum < low ? 1 : 0);
    long limit = high < 0 ? (-0x7fffffffffffffffL - 1) : 0x7fffffffffffffffL;
    return high == ((long)sum < 0 ? -1 : 0) ? (long)sum : limit;
}
MAP3(mad_sat, long, long, long, long)

#define UPSAMPLE(R, H, L) \
    R IN upsample(H high, L low) { \
        return (R)((R)high << (sizeof(L) * 8)) | (R)low; \
    } \
    MAP2(upsample, R, H, L)
UPSAMPLE(short, char, uchar)
UPSAMPLE(ushort, uchar, uchar)
UPSAMPLE(int, short, ushort)
UPSAMPLE(uint, ushort, ushort)
UPSAMPLE(long, int, uint)
UPSAMPLE(ulong, uint, uint)

#define PRODUCTS24(T) \
    T IN mul24(T a, T b) { \
        return (T)(a << 8 >> 8) * (T)(b << 8 >> 8); \
    } \
    MAP2(mul24, T, T, T) \
    T IN mad24(T a, T b, T c) { \
        return mul24(a, b) + c; \
    } \
    MAP3(mad24, T, T, T, T)
PRODUCTS24(int)
PRODUCTS24(uint)
