/* Powers, roots and lengths. */

/* Whether y is an integer: 0 if not, 1 if odd, 2 if even. */
HIRA_FN int hira_parity(double y) {
    double a = __builtin_fabs(y);
    if (a >= 0x1p53) {
        return 2;
    }
    if (__builtin_rint(a) != a) {
        return 0;
    }
    return (long)a & 1 ? 1 : 2;
}

/* |x|^y for positive finite x and finite y. */
HIRA_FN double hira_pow_of(double x, double y) {
    hira_pair log = hira_log_pair(x);
    hira_pair p = hira_product(y, log.hi);
    if (__builtin_fabs(p.hi) > 800) {
        return p.hi > 0 ? HIRA_INF : 0;
    }
    return hira_exp_of(p.hi, HIRA_FMA(y, log.lo, p.lo));
}

HIRA_API double __hira_pow(double x, double y) {
    if (x == 1 || y == 0) {
        return 1;
    }
    if (hira_is_nan(x) || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    double a = __builtin_fabs(x);
    if (hira_is_inf(y)) {
        return a == 1 ? 1 : (a > 1) == (y > 0) ? HIRA_INF : 0;
    }
    int parity = hira_parity(y);
    double sign = parity == 1 ? __builtin_copysign(1, x) : 1;
    if (a == 0 || a == HIRA_INF) {
        return sign * ((a == 0) == (y < 0) ? HIRA_INF : 0);
    }
    if (x < 0 && parity == 0) {
        return HIRA_NAN;
    }
    return sign * hira_pow_of(a, y);
}

HIRA_API double __hira_cbrt(double x) {
    double a = __builtin_fabs(x);
    if (a == 0 || !(a < HIRA_INF)) {
        return x;
    }
    double scale = 1;
    if (a < 0x1p-1000) {
        a *= 0x1p300;
        scale = 0x1p-100;
    } else if (a > 0x1p1000) {
        a *= 0x1p-300;
        scale = 0x1p100;
    }
    /* A third of the exponent, then Halley's iteration, which triples the number of right bits. */
    double t = hira_from_bits(hira_bits(a) / 3 + 0x2a9f7893782da1ceUL);
    for (int i = 0; i < 3; i++) {
        double cube = t * t * t;
        t = t * ((cube + 2 * a) / (2 * cube + a));
    }
    /* One step of Newton's iteration with an exact residual. */
    hira_pair square = hira_product(t, t);
    double residual = HIRA_FMA(-square.hi, t, a) - square.lo * t;
    t += residual / (3 * square.hi);
    return __builtin_copysign(t * scale, x);
}

/* The root of a^2 + b^2, for any sizes. */
HIRA_API double __hira_hypot(double x, double y) {
    double a = __builtin_fabs(x);
    double b = __builtin_fabs(y);
    if (a == HIRA_INF || b == HIRA_INF) {
        return HIRA_INF;
    }
    if (hira_is_nan(a) || hira_is_nan(b)) {
        return HIRA_NAN;
    }
    double big = a > b ? a : b;
    double small = a > b ? b : a;
    double up = big > 0x1p500 ? 0x1p-600 : big < 0x1p-450 ? 0x1p600 : 1;
    double down = big > 0x1p500 ? 0x1p600 : big < 0x1p-450 ? 0x1p-600 : 1;
    big *= up;
    small *= up;
    hira_pair square = hira_product(big, big);
    double sum = square.hi + HIRA_FMA(small, small, square.lo);
    return __builtin_sqrt(sum) * down;
}

HIRA_API double __hira_rsqrt(double x) {
    return 1 / __builtin_sqrt(x);
}

HIRA_API double __hira_powr(double x, double y) {
    if (hira_is_nan(x) || hira_is_nan(y) || x < 0) {
        return HIRA_NAN;
    }
    if ((x == 0 || x == HIRA_INF) && y == 0) {
        return HIRA_NAN;
    }
    if (x == 1) {
        return hira_is_inf(y) ? HIRA_NAN : 1;
    }
    return __hira_pow(__builtin_fabs(x), y);
}

HIRA_API double __hira_rootn(double x, int n) {
    if (n == 0 || (x < 0 && (n & 1) == 0) || hira_is_nan(x)) {
        return HIRA_NAN;
    }
    double a = __builtin_fabs(x);
    double sign = n & 1 ? __builtin_copysign(1, x) : 1;
    if (a == 0 || a == HIRA_INF) {
        return sign * ((a == 0) == (n < 0) ? HIRA_INF : 0);
    }
    hira_pair log = hira_log_pair(a);
    double hi = log.hi / n;
    double lo = (HIRA_FMA(-hi, n, log.hi) + log.lo) / n;
    return sign * hira_exp_of(hi, lo);
}

/* x^n by repeated squares is not exact enough; powers of integers take the general way. */
HIRA_API double __hira_pown(double x, int n) {
    return __hira_pow(x, n);
}
