/* Comparisons: 1 for true in scalars, -1 in elements of vectors. */
#define COMPARISON_OF(n, name, T, I, expression) \
    I##n IN name(T##n x, T##n y) { \
        return expression; \
    }
#define COMPARISON(name, expression) \
    int IN name(float x, float y) { \
        return (expression) ? 1 : 0; \
    } \
    int IN name(double x, double y) { \
        return (expression) ? 1 : 0; \
    } \
    LENGTHS(COMPARISON_OF, name, float, int, expression) \
    LENGTHS(COMPARISON_OF, name, double, long, expression)
COMPARISON(isequal, x == y)
COMPARISON(isnotequal, x != y)
COMPARISON(isgreater, x > y)
COMPARISON(isgreaterequal, x >= y)
COMPARISON(isless, x < y)
COMPARISON(islessequal, x <= y)
COMPARISON(islessgreater, (x < y) | (x > y))
COMPARISON(isordered, (x == x) & (y == y))
COMPARISON(isunordered, (x != x) | (y != y))

#define TEST_OF(n, name, T, I, expression) \
    I##n IN name(T##n x) { \
        return expression; \
    }
#define TEST(name, expression) \
    int IN name(float x) { \
        return (expression) ? 1 : 0; \
    } \
    int IN name(double x) { \
        return (expression) ? 1 : 0; \
    } \
    LENGTHS(TEST_OF, name, float, int, expression) \
    LENGTHS(TEST_OF, name, double, long, expression)
TEST(isfinite, fabs(x) < INFINITY)
TEST(isinf, fabs(x) == INFINITY)
TEST(isnan, x != x)
int IN isnormal(float x) {
    return fabs(x) < INFINITY && fabs(x) >= 0x1p-126f;
}
int IN isnormal(double x) {
    return fabs(x) < INFINITY && fabs(x) >= 0x1p-1022;
}
#define NORMAL_OF(n, T, I, least) \
    I##n IN isnormal(T##n x) { \
        return (fabs(x) < INFINITY) & (fabs(x) >= least); \
    }
LENGTHS(NORMAL_OF, float, int, 0x1p-126f)
LENGTHS(NORMAL_OF, double, long, 0x1p-1022)
int IN signbit(float x) {
    return as_int(x) < 0;
}
int IN signbit(double x) {
    return as_long(x) < 0;
}
#define SIGNBIT_OF(n, T, I) \
    I##n IN signbit(T##n x) { \
        return as_##I##n(x) >> (sizeof(T) * 8 - 1); \
    }
LENGTHS(SIGNBIT_OF, float, int)
LENGTHS(SIGNBIT_OF, double, long)

/* any and all look at the highest bits. */
#define ANY_ALL(T) \
    int IN any(T x) { \
        return x < 0; \
    } \
    int IN all(T x) { \
        return x < 0; \
    } \
    int IN any(T##2 x) { \
        return any((T)(x.x | x.y)); \
    } \
    int IN all(T##2 x) { \
        return all((T)(x.x & x.y)); \
    } \
    int IN any(T##3 x) { \
        return any((T)(x.x | x.y | x.z)); \
    } \
    int IN all(T##3 x) { \
        return all((T)(x.x & x.y & x.z)); \
    } \
    ANY_ALL_HALVES(T##4) \
    ANY_ALL_HALVES(T##8) \
    ANY_ALL_HALVES(T##16)
#define ANY_ALL_HALVES(V) \
    int IN any(V x) { \
        return any(x.lo | x.hi); \
    } \
    int IN all(V x) { \
        return all(x.lo & x.hi); \
    }
SIGNED(ANY_ALL)

#define BITS_char uchar
#define BITS_uchar uchar
#define BITS_short ushort
#define BITS_ushort ushort
#define BITS_int uint
#define BITS_uint uint
#define BITS_long ulong
#define BITS_ulong ulong
#define BITS_float uint
#define BITS_double ulong
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define BITSELECT_OF(n, T) \
    T##n IN bitselect(T##n a, T##n b, T##n c) { \
        typedef JOIN(BITS_##T, n) bits; \
        bits which = __builtin_astype(c, bits); \
        bits chosen = (__builtin_astype(a, bits) & ~which) | (__builtin_astype(b, bits) & which); \
        return __builtin_astype(chosen, T##n); \
    }
#define BITSELECT(T) BITSELECT_OF(, T) LENGTHS(BITSELECT_OF, T)
TYPES(BITSELECT)

#define SELECT_OF(n, T, I) \
    T##n IN select(T##n a, T##n b, I##n c) { \
        typedef JOIN(BITS_##T, n) bits; \
        typedef JOIN(JOIN(SIGNED_, BITS_##T), n) words; \
        bits which = __builtin_astype(__builtin_astype(c, words) >> (sizeof(T) * 8 - 1), bits); \
        bits chosen = (__builtin_astype(a, bits) & ~which) | (__builtin_astype(b, bits) & which); \
        return __builtin_astype(chosen, T##n); \
    }
#define SIGNED_uchar char
#define SIGNED_ushort short
#define SIGNED_uint int
#define SIGNED_ulong long
#define SELECT(T, I) \
    T IN select(T a, T b, I c) { \
        return c ? b : a; \
    } \
    LENGTHS(SELECT_OF, T, I)
SELECT(char, char)
SELECT(char, uchar)
SELECT(uchar, char)
SELECT(uchar, uchar)
SELECT(short, short)
SELECT(short, ushort)
SELECT(ushort, short)
SELECT(ushort, ushort)
SELECT(int, int)
SELECT(int, uint)
SELECT(uint, int)
SELECT(uint, uint)
SELECT(long, long)
SELECT(long, ulong)
SELECT(ulong, long)
SELECT(ulong, ulong)
SELECT(float, int)
SELECT(float, uint)
SELECT(double, long)
SELECT(double, ulong)
