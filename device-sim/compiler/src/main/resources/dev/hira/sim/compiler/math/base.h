/*
 * What the functions of the math library share: bits of numbers, powers of two, and sums of two doubles. Functions for
 * float compute in double and round once, so only those for double need care with the last bits.
 */
#ifndef HIRA_FN
#define HIRA_FN static inline __attribute__((device, always_inline))
#define HIRA_API extern "C" __attribute__((device))
#define HIRA_TABLE static __attribute__((constant)) const
#endif

typedef unsigned long hira_u64;

#define HIRA_INF __builtin_inf()
#define HIRA_NAN __builtin_nan("")

/* A number as the unevaluated sum of two doubles; |lo| is at most half a unit in the last place of hi. */
typedef struct {
    double hi, lo;
} hira_pair;

HIRA_FN hira_u64 hira_bits(double x) {
    return __builtin_bit_cast(hira_u64, x);
}

HIRA_FN double hira_from_bits(hira_u64 x) {
    return __builtin_bit_cast(double, x);
}

HIRA_FN int hira_top(double x) {
    return (int)(hira_bits(x) >> 32);
}

HIRA_FN int hira_is_nan(double x) {
    return x != x;
}

HIRA_FN int hira_is_inf(double x) {
    return __builtin_fabs(x) == HIRA_INF;
}

/* 2^n for normal results: n from -1022 to 1023. */
HIRA_FN double hira_exp2i(int n) {
    return hira_from_bits((hira_u64)(1023 + n) << 52);
}

/* x 2^n, rounded once, for any n: factors that leave 53 bits above the denormals go first. */
HIRA_FN double hira_scale(double x, int n) {
    for (int i = 0; i < 2; i++) {
        if (n > 1023) {
            x *= hira_exp2i(1023);
            n -= 1023;
        } else if (n < -1022) {
            x *= hira_exp2i(-1022 + 53);
            n += 1022 - 53;
        }
    }
    return x * hira_exp2i(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}

/* The exact sum, for |a| >= |b|. */
HIRA_FN hira_pair hira_fast_sum(double a, double b) {
    hira_pair r;
    r.hi = a + b;
    r.lo = b - (r.hi - a);
    return r;
}

/* The exact sum. */
HIRA_FN hira_pair hira_sum(double a, double b) {
    hira_pair r;
    r.hi = a + b;
    double t = r.hi - a;
    r.lo = (a - (r.hi - t)) + (b - t);
    return r;
}

/* The exact product. */
HIRA_FN hira_pair hira_product(double a, double b) {
    hira_pair r;
    r.hi = a * b;
    r.lo = HIRA_FMA(a, b, -r.hi);
    return r;
}

/* The product of two pairs, to about 100 bits. */
HIRA_FN hira_pair hira_times(hira_pair a, hira_pair b) {
    hira_pair r = hira_product(a.hi, b.hi);
    return hira_fast_sum(r.hi, r.lo + HIRA_FMA(a.hi, b.lo, a.lo * b.hi));
}

/* The sum of two pairs, to about 100 bits. */
HIRA_FN hira_pair hira_plus(hira_pair a, hira_pair b) {
    hira_pair r = hira_sum(a.hi, b.hi);
    return hira_fast_sum(r.hi, r.lo + (a.lo + b.lo));
}
