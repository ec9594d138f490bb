/* Inverse trigonometric functions. */

/* atan(x) for x >= 0, as a pair: the argument is moved to at most 7/16 by a difference of angles. */
HIRA_FN hira_pair hira_atan_pair(double x, double low) {
    double base = 0;
    double base_low = 0;
    double t = x;
    double rest = low;
    if (x > 2.4375) {
        base = HIRA_PIO2_1;
        base_low = HIRA_PIO2_2;
        t = -1 / x;
        rest = (HIRA_FMA(t, x, 1) + t * low) * t;
    } else if (x >= 0.4375) {
        double c = x < 0.6875 ? 0.5 : x < 1.1875 ? 1 : 1.5;
        base = x < 0.6875 ? 0x1.dac670561bb4fp-2 : x < 1.1875 ? 0x1.921fb54442d18p-1 : 0x1.f730bd281f69bp-1;
        base_low = x < 0.6875 ? 0x1.a2b7f222f65e2p-56 : x < 1.1875 ? 0x1.1a62633145c07p-55 : 0x1.007887af0cbbdp-56;
        hira_pair below = hira_product(c, x);
        below = hira_plus(below, hira_fast_sum(1, c * low));
        hira_pair above = hira_sum(x, -c);
        above.lo += low;
        t = above.hi / below.hi;
        rest = (HIRA_FMA(-t, below.hi, above.hi) + above.lo - t * below.lo) / below.hi;
    }
    double z = t * t;
    hira_pair sum = hira_fast_sum(base, t);
    if (base == 0) {
        sum.hi = t;
        sum.lo = 0;
    }
    sum.lo += base_low + (rest + t * z * HIRA_ATAN(z));
    return hira_fast_sum(sum.hi, sum.lo);
}

HIRA_API double __hira_atan(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x) || a < 0x1p-30) {
        return x;
    }
    return __builtin_copysign(a == HIRA_INF ? HIRA_PIO2_1 : hira_atan_pair(a, 0).hi, x);
}

/* The angle of the point (x, y), as a pair in [0, pi], for |y| and x that are not both zero, infinite or NaN. */
HIRA_FN hira_pair hira_angle_of(double a, double x) {
    double b = __builtin_fabs(x);
    hira_pair angle;
    if (a > b * 0x1p100 || b == 0) {
        angle.hi = HIRA_PIO2_1;
        angle.lo = HIRA_PIO2_2;
        return angle;
    }
    double q = a / b;
    double rest = q < 0x1p-900 ? 0 : HIRA_FMA(-q, b, a) / b;
    if (q < 0x1p-100) {
        angle.hi = q;
        angle.lo = 0;
    } else {
        angle = hira_atan_pair(q, rest);
    }
    if (x < 0) {
        hira_pair pi = {HIRA_PI, HIRA_PI_LO};
        hira_pair minus = {-angle.hi, -angle.lo};
        angle = hira_plus(pi, minus);
    }
    return angle;
}

/* The quotients of infinities and zeros in atan2, in units of a quarter of pi. */
HIRA_FN double hira_atan2_eighths(double y, double x) {
    int left = (int)(hira_bits(x) >> 63);
    if (y == 0) {
        return left ? 4 : 0;
    }
    if (hira_is_inf(x)) {
        return hira_is_inf(y) ? (left ? 3 : 1) : (left ? 4 : 0);
    }
    return 2;
}

HIRA_FN int hira_is_special_angle(double y, double x) {
    return y == 0 || hira_is_inf(x) || hira_is_inf(y);
}

/* Both moved to sizes whose quotient and its residual are normal. */
HIRA_FN hira_pair hira_scaled_angle(double y, double x) {
    double a = __builtin_fabs(y);
    double b = __builtin_fabs(x);
    double up = (a > b ? a : b) < 0x1p-500 ? 0x1p500 : (a > b ? a : b) > 0x1p500 ? 0x1p-500 : 1;
    return hira_angle_of(a * up, x * up);
}

HIRA_API double __hira_atan2(double y, double x) {
    if (hira_is_nan(x) || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    if (hira_is_special_angle(y, x)) {
        return __builtin_copysign(hira_atan2_eighths(y, x) * 0x1.921fb54442d18p-1, y);
    }
    double a = __builtin_fabs(y);
    if (x > 0 && a < x * 0x1p-60) {
        return y / x;
    }
    return __builtin_copysign(hira_scaled_angle(y, x).hi, y);
}

HIRA_API double __hira_atan2pi(double y, double x) {
    if (hira_is_nan(x) || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    if (hira_is_special_angle(y, x)) {
        return __builtin_copysign(hira_atan2_eighths(y, x) * 0.25, y);
    }
    double a = __builtin_fabs(y);
    if (x > 0 && a < x * 0x1p-60) {
        return y / x * HIRA_ONE_OVER_PI;
    }
    hira_pair factor = {HIRA_ONE_OVER_PI, HIRA_ONE_OVER_PI_LO};
    return __builtin_copysign(hira_times(hira_scaled_angle(y, x), factor).hi, y);
}

/* asin(x) - x for |x| <= 1/2. */
HIRA_FN double hira_asin_rest(double x) {
    double z = x * x;
    return x * z * HIRA_ASIN(z);
}

/* asin(|x|) as a pair, for |x| <= 1. */
HIRA_FN hira_pair hira_asin_pair(double a) {
    if (a <= 0.5) {
        return hira_fast_sum(a, hira_asin_rest(a));
    }
    /* pi/2 - 2 asin(sqrt((1 - a) / 2)) */
    double z = 0.5 * (1 - a);
    double root = __builtin_sqrt(z);
    double low = root == 0 ? 0 : HIRA_FMA(-root, root, z) / (2 * root);
    hira_pair half_pi = {HIRA_PIO2_1, HIRA_PIO2_2};
    hira_pair twice = hira_fast_sum(-2 * root, -2 * (low + hira_asin_rest(root)));
    return hira_plus(half_pi, twice);
}

/* acos(x) as a pair, for |x| <= 1. */
HIRA_FN hira_pair hira_acos_pair(double x) {
    if (x > 0.5) {
        double z = 0.5 * (1 - x);
        double root = __builtin_sqrt(z);
        double low = root == 0 ? 0 : HIRA_FMA(-root, root, z) / (2 * root);
        return hira_fast_sum(2 * root, 2 * (low + hira_asin_rest(root)));
    }
    hira_pair half_pi = {HIRA_PIO2_1, HIRA_PIO2_2};
    hira_pair asin = hira_asin_pair(__builtin_fabs(x));
    double sign = x < 0 ? 1 : -1;
    hira_pair turned = {sign * asin.hi, sign * asin.lo};
    return hira_plus(half_pi, turned);
}

HIRA_FN double hira_over_pi(hira_pair angle) {
    hira_pair factor = {HIRA_ONE_OVER_PI, HIRA_ONE_OVER_PI_LO};
    return hira_times(angle, factor).hi;
}

HIRA_API double __hira_asin(double x) {
    double a = __builtin_fabs(x);
    if (a < 0x1p-30) {
        return x;
    }
    return a <= 1 ? __builtin_copysign(hira_asin_pair(a).hi, x) : HIRA_NAN;
}

HIRA_API double __hira_acos(double x) {
    return __builtin_fabs(x) <= 1 ? hira_acos_pair(x).hi : HIRA_NAN;
}

HIRA_API double __hira_asinpi(double x) {
    double a = __builtin_fabs(x);
    if (a < 0x1p-30) {
        return x * HIRA_ONE_OVER_PI;
    }
    return a <= 1 ? __builtin_copysign(hira_over_pi(hira_asin_pair(a)), x) : HIRA_NAN;
}

HIRA_API double __hira_acospi(double x) {
    return __builtin_fabs(x) <= 1 ? hira_over_pi(hira_acos_pair(x)) : HIRA_NAN;
}

HIRA_API double __hira_atanpi(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x) || a < 0x1p-30) {
        return x * HIRA_ONE_OVER_PI;
    }
    return __builtin_copysign(a == HIRA_INF ? 0.5 : hira_over_pi(hira_atan_pair(a, 0)), x);
}
