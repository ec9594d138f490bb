/*
 * Exponential functions: e^r for |r| <= ln(2)/2 is a polynomial, powers of two are added to the exponent. Logarithms:
 * log(1 + f) = log((1 + s) / (1 - s)) for s = f / (2 + f), a polynomial in s^2; the mantissa lies between the roots of
 * 1/2 and 2.
 */
#define HIRA_LN2_HI 0x1.62e42fefa39efp-1
#define HIRA_LN2_LO 0x1.abc9e3b39803fp-56
#define HIRA_LOG2E 0x1.71547652b82fep+0

/* e^(hi + lo) for a finite sum; lo is small beside hi. */
HIRA_FN double hira_exp_of(double hi, double lo) {
    if (hi > 710) {
        return HIRA_INF;
    }
    if (hi < -746) {
        return 0;
    }
    double k = __builtin_rint(hi * HIRA_LOG2E);
    double r = HIRA_FMA(-k, HIRA_LN2_HI, hi);
    double low = HIRA_FMA(-k, HIRA_LN2_LO, lo);
    hira_pair x = hira_sum(r, low);
    r = x.hi;
    double tail = HIRA_FMA(r * r, HIRA_EXP(r), x.lo);
    return hira_scale(1 + (r + tail), (int)k);
}

HIRA_API double __hira_exp(double x) {
    return hira_is_nan(x) ? x : hira_exp_of(x, 0);
}

HIRA_API double __hira_exp2(double x) {
    if (hira_is_nan(x)) {
        return x;
    }
    if (__builtin_fabs(x) > 1100) {
        return x > 0 ? HIRA_INF : 0;
    }
    double k = __builtin_rint(x);
    hira_pair p = hira_product(x - k, HIRA_LN2_HI);
    double r = p.hi;
    double tail = HIRA_FMA(r * r, HIRA_EXP(r), HIRA_FMA(x - k, HIRA_LN2_LO, p.lo));
    return hira_scale(1 + (r + tail), (int)k);
}

HIRA_API double __hira_exp10(double x) {
    if (hira_is_nan(x)) {
        return x;
    }
    if (__builtin_fabs(x) > 400) {
        return x > 0 ? HIRA_INF : 0;
    }
    hira_pair p = hira_product(x, 0x1.26bb1bbb55516p+1);
    return hira_exp_of(p.hi, HIRA_FMA(x, -0x1.f48ad494ea3e9p-53, p.lo));
}

HIRA_API double __hira_expm1(double x) {
    if (hira_is_nan(x)) {
        return x;
    }
    if (x > 710) {
        return HIRA_INF;
    }
    if (x < -40) {
        return -1;
    }
    double k = __builtin_rint(x * HIRA_LOG2E);
    hira_pair p = hira_sum(HIRA_FMA(-k, HIRA_LN2_HI, x), -k * HIRA_LN2_LO);
    double r = p.hi;
    double tail = HIRA_FMA(r * r, HIRA_EXP(r), p.lo);
    if (k == 0) {
        return x == 0 ? x : r + tail;
    }
    if (k == 1024) {
        return (1 + (r + tail)) * hira_exp2i(1023) * 2;
    }
    double power = hira_exp2i((int)k);
    /* 2^k - 1 is exact for k up to 53; beyond, 1 no longer counts. */
    hira_pair sum = hira_sum(power - 1, power * r);
    return sum.hi + HIRA_FMA(power, tail, sum.lo);
}

/* A positive finite number as (1 + f) 2^exponent. */
typedef struct {
    double f;
    int exponent;
} hira_mantissa;

HIRA_FN hira_mantissa hira_mantissa_of(double x) {
    hira_mantissa m;
    m.exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p54;
        m.exponent = -54;
    }
    hira_u64 shifted = hira_bits(x) - 0x3fe6a09e00000000UL;
    int exponent = (int)((long)shifted >> 52);
    m.exponent += exponent;
    m.f = hira_from_bits(hira_bits(x) - ((hira_u64)(long)exponent << 52)) - 1;
    return m;
}

/* The logarithms of zero, negative numbers, infinity and NaN. */
HIRA_FN double hira_log_of_special(double x) {
    return x == 0 ? -HIRA_INF : x > 0 ? x : HIRA_NAN;
}

HIRA_FN int hira_has_log(double x) {
    return x > 0 && x < HIRA_INF;
}

/* s (f^2/2 + R) - f^2/2 = log(1 + f) - f. */
HIRA_FN double hira_log_rest(double f) {
    double s = f / (2 + f);
    double z = s * s;
    double half = 0.5 * f * f;
    double w = HIRA_LOG(z);
    double r = z * HIRA_FMA(z, w, 0x1.5555555555555p-1);
    return HIRA_FMA(s, half + r, -half);
}

/* log(1 + f) to about 65 bits. */
HIRA_FN hira_pair hira_log1p_pair(double f) {
    hira_pair d = hira_fast_sum(2, f);
    hira_pair s;
    s.hi = f / d.hi;
    s.lo = (HIRA_FMA(-s.hi, d.hi, f) - s.hi * d.lo) / d.hi;
    hira_pair z = hira_times(s, s);
    double w = HIRA_LOG(z.hi);
    hira_pair q = hira_fast_sum(0x1.5555555555555p-1, z.hi * w);
    q.lo += 0x1.5555555555555p-55 + z.lo * 0.4;
    hira_pair rest = hira_times(hira_times(z, s), q);
    hira_pair twice = {2 * s.hi, 2 * s.lo};
    return hira_plus(twice, rest);
}

/* log(x) of a positive finite number to about 65 bits. */
HIRA_FN hira_pair hira_log_pair(double x) {
    hira_mantissa m = hira_mantissa_of(x);
    double k = m.exponent;
    hira_pair ln2 = hira_product(k, HIRA_LN2_HI);
    ln2.lo = HIRA_FMA(k, HIRA_LN2_LO, ln2.lo);
    return hira_plus(ln2, hira_log1p_pair(m.f));
}

HIRA_API double __hira_log(double x) {
    if (!hira_has_log(x)) {
        return hira_log_of_special(x);
    }
    hira_mantissa m = hira_mantissa_of(x);
    double k = m.exponent;
    hira_pair big = hira_sum(k * HIRA_LN2_HI, m.f);
    double error = HIRA_FMA(k, HIRA_LN2_HI, -(k * HIRA_LN2_HI));
    return big.hi + (big.lo + (hira_log_rest(m.f) + HIRA_FMA(k, HIRA_LN2_LO, error)));
}

HIRA_API double __hira_log1p(double x) {
    if (!(x > -1 && x < HIRA_INF)) {
        return x == -1 ? -HIRA_INF : x > 0 ? x : HIRA_NAN;
    }
    if (__builtin_fabs(x) < 0x1p-54) {
        return x;
    }
    if (x > -0.2928 && x < 0.4142) {
        return x + hira_log_rest(x);
    }
    hira_pair u = hira_sum(1, x);
    hira_pair log = hira_log_pair(u.hi);
    return log.hi + (log.lo + u.lo / u.hi);
}

HIRA_API double __hira_log2(double x) {
    if (!hira_has_log(x)) {
        return hira_log_of_special(x);
    }
    hira_mantissa m = hira_mantissa_of(x);
    hira_pair factor = {HIRA_LOG2E, 0x1.777d0ffda0d24p-56};
    hira_pair product = hira_times(hira_log1p_pair(m.f), factor);
    hira_pair sum = hira_sum(m.exponent, product.hi);
    return sum.hi + (sum.lo + product.lo);
}

HIRA_API double __hira_log10(double x) {
    if (!hira_has_log(x)) {
        return hira_log_of_special(x);
    }
    hira_pair factor = {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
    hira_pair product = hira_times(hira_log_pair(x), factor);
    return product.hi + product.lo;
}
