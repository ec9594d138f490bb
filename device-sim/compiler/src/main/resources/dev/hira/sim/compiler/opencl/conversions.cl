/* convert_T, with _sat and a direction of rounding. */

/* The name of a conversion to a vector has its length. */
#define VECTORS(R, mode, A) \
    R##2 IN convert_##R##2##mode(A##2 a) { \
        return (R##2)(convert_##R##mode(a.x), convert_##R##mode(a.y)); \
    } \
    R##3 IN convert_##R##3##mode(A##3 a) { \
        return (R##3)(convert_##R##mode(a.x), convert_##R##mode(a.y), convert_##R##mode(a.z)); \
    } \
    R##4 IN convert_##R##4##mode(A##4 a) { \
        return (R##4)(convert_##R##2##mode(a.lo), convert_##R##2##mode(a.hi)); \
    } \
    R##8 IN convert_##R##8##mode(A##8 a) { \
        return (R##8)(convert_##R##4##mode(a.lo), convert_##R##4##mode(a.hi)); \
    } \
    R##16 IN convert_##R##16##mode(A##16 a) { \
        return (R##16)(convert_##R##8##mode(a.lo), convert_##R##8##mode(a.hi)); \
    }

/* A number to a whole number by a direction of rounding. */
#define WHOLE_(x) trunc(x)
#define WHOLE__rte(x) rint(x)
#define WHOLE__rtz(x) trunc(x)
#define WHOLE__rtp(x) ceil(x)
#define WHOLE__rtn(x) floor(x)

/* Integers to integers: the direction does not matter. */
#define ROUNDINGS(M, ...) M(, __VA_ARGS__) M(_rte, __VA_ARGS__) M(_rtz, __VA_ARGS__) M(_rtp, __VA_ARGS__) M(_rtn, __VA_ARGS__)
#define LOWEST(T) ((T)-1 < (T)0 ? (long)(~0UL << (sizeof(T) * 8 - 1)) : 0L)
#define HIGHEST(T) (~0UL >> (64 - sizeof(T) * 8 + ((T)-1 < (T)0 ? 1 : 0)))
#define INTEGER_FROM_INTEGER(rounding, R, A) \
    R IN convert_##R##rounding(A a) { \
        return (R)a; \
    } \
    VECTORS(R, rounding, A) \
    R IN convert_##R##_sat##rounding(A a) { \
        bool negative = a < (A)0; \
        if (negative ? (long)a < LOWEST(R) : (ulong)a > HIGHEST(R)) { \
            return negative ? (R)LOWEST(R) : (R)HIGHEST(R); \
        } \
        return (R)a; \
    } \
    VECTORS(R, _sat##rounding, A)
/* 2^63 and 2^64 are exact in float and double, so the upper limit is compared as the first number beyond it. */
#define BEYOND(R, A) ((A)2 * (A)(HIGHEST(R) / 2 + 1))
#define INTEGER_FROM_FLOAT(rounding, R, A) \
    R IN convert_##R##rounding(A a) { \
        return (R)WHOLE_##rounding(a); \
    } \
    VECTORS(R, rounding, A) \
    R IN convert_##R##_sat##rounding(A a) { \
        A whole = WHOLE_##rounding(a); \
        return whole != whole ? (R)0 : whole >= BEYOND(R, A) ? (R)HIGHEST(R) : whole <= (A)LOWEST(R) ? (R)LOWEST(R) : (R)whole; \
    } \
    VECTORS(R, _sat##rounding, A)
#define FROM_INTEGERS_TO(R, A) ROUNDINGS(INTEGER_FROM_INTEGER, R, A)
#define FROM_FLOATS_TO(R, A) ROUNDINGS(INTEGER_FROM_FLOAT, R, A)
#define TO_INTEGER(R) \
    FROM_INTEGERS_TO(R, char) FROM_INTEGERS_TO(R, uchar) FROM_INTEGERS_TO(R, short) FROM_INTEGERS_TO(R, ushort) \
    FROM_INTEGERS_TO(R, int) FROM_INTEGERS_TO(R, uint) FROM_INTEGERS_TO(R, long) FROM_INTEGERS_TO(R, ulong) \
    FROM_FLOATS_TO(R, float) FROM_FLOATS_TO(R, double)
INTEGERS(TO_INTEGER)

/* To float and double, by the instruction of each direction. */
#define CONVERTED_BY(rounding, direction, R, r, A, letter, ptx, wide) \
    R IN convert_##R##rounding(A a) { \
        R result; \
        __asm__("cvt." direction ptx : "=" r(result) : letter((wide)a)); \
        return result; \
    } \
    VECTORS(R, rounding, A)
#define FLOAT_FROM(R, r, A, letter, ptx, wide) \
    R IN convert_##R(A a) { \
        return (R)a; \
    } \
    VECTORS(R, , A) \
    CONVERTED_BY(_rte, "rn", R, r, A, letter, ptx, wide) \
    CONVERTED_BY(_rtz, "rz", R, r, A, letter, ptx, wide) \
    CONVERTED_BY(_rtp, "rp", R, r, A, letter, ptx, wide) \
    CONVERTED_BY(_rtn, "rm", R, r, A, letter, ptx, wide)
#define FLOAT_FROM_INTEGERS(R, r, name) \
    FLOAT_FROM(R, r, char, "r", name ".s32 %0, %1;", int) \
    FLOAT_FROM(R, r, uchar, "r", name ".u32 %0, %1;", uint) \
    FLOAT_FROM(R, r, short, "r", name ".s32 %0, %1;", int) \
    FLOAT_FROM(R, r, ushort, "r", name ".u32 %0, %1;", uint) \
    FLOAT_FROM(R, r, int, "r", name ".s32 %0, %1;", int) \
    FLOAT_FROM(R, r, uint, "r", name ".u32 %0, %1;", uint) \
    FLOAT_FROM(R, r, long, "l", name ".s64 %0, %1;", long) \
    FLOAT_FROM(R, r, ulong, "l", name ".u64 %0, %1;", ulong)
FLOAT_FROM_INTEGERS(float, "f", ".f32")
FLOAT_FROM_INTEGERS(double, "d", ".f64")
FLOAT_FROM(float, "f", double, "d", ".f32.f64 %0, %1;", double)
#define SAME(rounding, R, A) \
    R IN convert_##R##rounding(A a) { \
        return (R)a; \
    } \
    VECTORS(R, rounding, A)
ROUNDINGS(SAME, float, float)
ROUNDINGS(SAME, double, double)
ROUNDINGS(SAME, double, float)
