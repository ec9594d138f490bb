/*
 * Trigonometric functions. An angle is reduced to r, at most a quarter of pi, and a quadrant: up to 2^30 by subtracting
 * multiples of pi/2 in three parts (Cody and Waite), beyond by multiplying its bits with 192 bits of 2/pi (Payne and
 * Hanek). r has a low part, because the reduced angle can be close to zero.
 */
#define HIRA_PIO2_1 0x1.921fb54442d18p+0
#define HIRA_PIO2_2 0x1.1a62633145c07p-54
#define HIRA_PIO2_3 -0x1.f1976b7ed8fbcp-110
#define HIRA_PI 0x1.921fb54442d18p+1
#define HIRA_PI_LO 0x1.1a62633145c07p-53
#define HIRA_ONE_OVER_PI 0x1.45f306dc9c883p-2
#define HIRA_ONE_OVER_PI_LO -0x1.6b01ec5417056p-56

typedef struct {
    hira_pair r;
    int quadrant;
} hira_angle;

/* The bits of 2/pi behind 64 zeros. */
HIRA_TABLE hira_u64 hira_two_over_pi[21] = {
    0, 0xa2f9836e4e441529UL, 0xfc2757d1f534ddc0UL, 0xdb6295993c439041UL, 0xfe5163abdebbc561UL, 0xb7246e3a424dd2e0UL,
    0x06492eea09d1921cUL, 0xfe1deb1cb129a73eUL, 0xe88235f52ebb4484UL, 0xe99c7026b45f7e41UL, 0x3991d639835339f4UL,
    0x9c845f8bbdf9283bUL, 0x1ff897ffde05980fUL, 0xef2f118b5a0a6d1fUL, 0x6d367ecf27cb09b7UL, 0x4f463f669e5fea2dUL,
    0x7527bac7ebe5f17bUL, 0x3d0739f78a5292eaUL, 0x6bfb5fb11f8d5d08UL, 0x56033046fc7b6babUL, 0xf0cfbc209af4361dUL};

HIRA_FN hira_u64 hira_window(int word, int shift) {
    hira_u64 high = hira_two_over_pi[word] << shift;
    return shift == 0 ? high : high | hira_two_over_pi[word + 1] >> (64 - shift);
}

HIRA_FN hira_u64 hira_product_high(hira_u64 a, hira_u64 b) {
    return (hira_u64)(((unsigned __int128)a * b) >> 64);
}

/* Reduces a finite angle of at least 2^30. */
HIRA_FN hira_angle hira_reduce_far(double x) {
    hira_u64 bits = hira_bits(x);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
    hira_u64 mantissa = (bits & 0xfffffffffffffUL) | 0x10000000000000UL;
    /* The window begins where bits of 2/pi no longer give multiples of four right angles. */
    int start = exponent - 2 + 64;
    int word = start >> 6;
    int shift = start & 63;
    hira_u64 w0 = hira_window(word, shift);
    hira_u64 w1 = hira_window(word + 1, shift);
    hira_u64 w2 = hira_window(word + 2, shift);
    /* The low 192 bits of the product; two stand before the point. */
    hira_u64 p1 = mantissa * w1;
    hira_u64 p1_low = p1 + hira_product_high(mantissa, w2);
    hira_u64 carry = p1_low < p1;
    hira_u64 p0 = mantissa * w0 + hira_product_high(mantissa, w1) + carry;
    hira_u64 rounded = p0 + 0x2000000000000000UL;
    int quadrant = (int)(rounded >> 62);
    /* What remains, as a signed fraction with 62 bits of p0 behind the point, then 64 of p1. */
    long high = (long)(p0 - ((hira_u64)quadrant << 62));
    hira_u64 low = p1_low;
    int negative = high < 0;
    if (negative) {
        low = ~low + 1;
        high = ~high + (low == 0);
    }
    int zeros = high != 0 ? __builtin_clzl((hira_u64)high) : 64 + (low != 0 ? __builtin_clzl(low) : 63);
    hira_u64 h = (hira_u64)high;
    if (zeros >= 64) {
        h = low << (zeros - 64);
        low = 0;
    } else if (zeros > 0) {
        h = h << zeros | low >> (64 - zeros);
        low <<= zeros;
    }
    double most = (double)(h >> 11);
    double rest = (double)((h & 0x7ff) << 42 | low >> 22);
    double unit = hira_exp2i(-51 - zeros);
    double sign = negative ? -unit : unit;
    hira_pair turn = {most * sign, rest * sign * 0x1p-53};
    hira_pair half_pi = {HIRA_PIO2_1, HIRA_PIO2_2};
    hira_angle angle = {hira_times(turn, half_pi), quadrant};
    return angle;
}

HIRA_FN hira_angle hira_reduce(double x) {
    double a = __builtin_fabs(x);
    hira_angle angle;
    if (a <= 0x1.921fb54442d18p-1) {
        angle.r.hi = x;
        angle.r.lo = 0;
        angle.quadrant = 0;
        return angle;
    }
    if (a < 0x1p30) {
        double k = __builtin_rint(x * 0x1.45f306dc9c883p-1);
        double r = HIRA_FMA(-k, HIRA_PIO2_1, x);
        hira_pair second = hira_product(k, HIRA_PIO2_2);
        hira_pair sum = hira_sum(r, -second.hi);
        double low = sum.lo - HIRA_FMA(k, HIRA_PIO2_3, second.lo);
        angle.r = hira_fast_sum(sum.hi, low);
        angle.quadrant = (int)k & 3;
        return angle;
    }
    angle = hira_reduce_far(a);
    if (x < 0) {
        angle.r.hi = -angle.r.hi;
        angle.r.lo = -angle.r.lo;
        angle.quadrant = -angle.quadrant & 3;
    }
    return angle;
}

HIRA_FN double hira_sin_near(hira_pair r) {
    double x = r.hi;
    double z = x * x;
    double rest = HIRA_FMA(-0.5 * z, r.lo, HIRA_FMA(z * x, HIRA_SIN(z), r.lo));
    return x + rest;
}

HIRA_FN double hira_cos_near(hira_pair r) {
    double x = r.hi;
    double z = x * x;
    double half = 0.5 * z;
    double one = 1 - half;
    double lost = (1 - one) - half;
    return one + (lost + HIRA_FMA(z * z, HIRA_COS(z), -x * r.lo));
}

/* The sine of a reduced angle and further right angles. */
HIRA_FN double hira_turned(hira_angle angle, int more) {
    int quadrant = angle.quadrant + more;
    double value = quadrant & 1 ? hira_cos_near(angle.r) : hira_sin_near(angle.r);
    return quadrant & 2 ? -value : value;
}

HIRA_FN double hira_tan_of(hira_angle angle) {
    double sine = hira_sin_near(angle.r);
    double cosine = hira_cos_near(angle.r);
    return angle.quadrant & 1 ? -cosine / sine : sine / cosine;
}

HIRA_FN int hira_is_finite(double x) {
    return __builtin_fabs(x) < HIRA_INF;
}

HIRA_API double __hira_sin(double x) {
    return x == 0 ? x : hira_is_finite(x) ? hira_turned(hira_reduce(x), 0) : HIRA_NAN;
}

HIRA_API double __hira_cos(double x) {
    return hira_is_finite(x) ? hira_turned(hira_reduce(x), 1) : HIRA_NAN;
}

HIRA_API double __hira_tan(double x) {
    return x == 0 ? x : hira_is_finite(x) ? hira_tan_of(hira_reduce(x)) : HIRA_NAN;
}

HIRA_API double __hira_sincos(double x, double* cosine) {
    *cosine = __hira_cos(x);
    return __hira_sin(x);
}

/* An angle in half turns: pi x, reduced exactly. */
HIRA_FN hira_angle hira_reduce_pi(double x) {
    double whole = __builtin_rint(2 * x);
    double part = HIRA_FMA(-0.5, whole, x);
    hira_pair r = hira_product(part, HIRA_PI);
    r.lo = HIRA_FMA(part, HIRA_PI_LO, r.lo);
    hira_angle angle = {r, __builtin_fabs(whole) < 0x1p62 ? (int)((long)whole & 3) : 0};
    return angle;
}

HIRA_API double __hira_sinpi(double x) {
    if (!hira_is_finite(x)) {
        return HIRA_NAN;
    }
    return __builtin_trunc(x) == x ? __builtin_copysign(0.0, x) : hira_turned(hira_reduce_pi(x), 0);
}

HIRA_API double __hira_cospi(double x) {
    if (!hira_is_finite(x)) {
        return HIRA_NAN;
    }
    double value = hira_turned(hira_reduce_pi(x), 1);
    return value == 0 ? 0 : value;
}

HIRA_API double __hira_tanpi(double x) {
    if (!hira_is_finite(x)) {
        return HIRA_NAN;
    }
    hira_angle angle = hira_reduce_pi(x);
    if (angle.r.hi == 0) {
        double zero = __builtin_copysign(0.0, x);
        return angle.quadrant == 0 ? zero : angle.quadrant == 1 ? HIRA_INF : angle.quadrant == 2 ? -zero : -HIRA_INF;
    }
    return hira_tan_of(angle);
}
