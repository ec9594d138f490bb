/*
 * How functions of scalars become functions of vectors: two and three elements one by one, longer vectors by halves.
 * EACH_n are lists of types and lengths.
 */
#define OV __attribute__((overloadable))
#define IN __attribute__((overloadable, always_inline))

#define FLOATS(M) M(float) M(double)
#define INTEGERS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)
#define SIGNED(M) M(char) M(short) M(int) M(long)
#define UNSIGNED(M) M(uchar) M(ushort) M(uint) M(ulong)
#define TYPES(M) INTEGERS(M) FLOATS(M)
#define LENGTHS(M, ...) M(2, __VA_ARGS__) M(3, __VA_ARGS__) M(4, __VA_ARGS__) M(8, __VA_ARGS__) M(16, __VA_ARGS__)
#define SPACES(M, ...) M(global, __VA_ARGS__) M(local, __VA_ARGS__) M(private, __VA_ARGS__)
#define READABLE(M, ...) SPACES(M, __VA_ARGS__) M(constant, __VA_ARGS__)

/* R f(A), element by element. */
#define MAP1(f, R, A) \
    R##2 IN f(A##2 a) { \
        return (R##2)(f(a.x), f(a.y)); \
    } \
    R##3 IN f(A##3 a) { \
        return (R##3)(f(a.x), f(a.y), f(a.z)); \
    } \
    R##4 IN f(A##4 a) { \
        return (R##4)(f(a.lo), f(a.hi)); \
    } \
    R##8 IN f(A##8 a) { \
        return (R##8)(f(a.lo), f(a.hi)); \
    } \
    R##16 IN f(A##16 a) { \
        return (R##16)(f(a.lo), f(a.hi)); \
    }

/* R f(A, B). */
#define MAP2(f, R, A, B) \
    R##2 IN f(A##2 a, B##2 b) { \
        return (R##2)(f(a.x, b.x), f(a.y, b.y)); \
    } \
    R##3 IN f(A##3 a, B##3 b) { \
        return (R##3)(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z)); \
    } \
    R##4 IN f(A##4 a, B##4 b) { \
        return (R##4)(f(a.lo, b.lo), f(a.hi, b.hi)); \
    } \
    R##8 IN f(A##8 a, B##8 b) { \
        return (R##8)(f(a.lo, b.lo), f(a.hi, b.hi)); \
    } \
    R##16 IN f(A##16 a, B##16 b) { \
        return (R##16)(f(a.lo, b.lo), f(a.hi, b.hi)); \
    }

/* R f(A, B, C). */
#define MAP3(f, R, A, B, C) \
    R##2 IN f(A##2 a, B##2 b, C##2 c) { \
        return (R##2)(f(a.x, b.x, c.x), f(a.y, b.y, c.y)); \
    } \
    R##3 IN f(A##3 a, B##3 b, C##3 c) { \
        return (R##3)(f(a.x, b.x, c.x), f(a.y, b.y, c.y), f(a.z, b.z, c.z)); \
    } \
    R##4 IN f(A##4 a, B##4 b, C##4 c) { \
        return (R##4)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi)); \
    } \
    R##8 IN f(A##8 a, B##8 b, C##8 c) { \
        return (R##8)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi)); \
    } \
    R##16 IN f(A##16 a, B##16 b, C##16 c) { \
        return (R##16)(f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi)); \
    }

/* A second argument, and a third, that are scalars for the whole vector. */
#define SPREAD2_OF(n, f, T) \
    T##n IN f(T##n a, T b) { \
        return f(a, (T##n)b); \
    }
#define SPREAD2(f, T) LENGTHS(SPREAD2_OF, f, T)
