/* Hyperbolic functions and their inverses. */

HIRA_API double __hira_sinh(double x) {
    double a = __builtin_fabs(x);
    if (!(a < HIRA_INF) || a < 0x1p-28) {
        return x;
    }
    if (a > 709) {
        /* e^(a - 64) e^64 / 2, because e^a overflows before the result does. */
        return __builtin_copysign(hira_exp_of(a - 64, 0) * 0x1.425982cf597cdp+91, x);
    }
    double e = __hira_expm1(a);
    return __builtin_copysign(a < 1 ? 0.5 * (2 * e - e * e / (e + 1)) : 0.5 * (e + e / (e + 1)), x);
}

HIRA_API double __hira_cosh(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x)) {
        return x;
    }
    if (a > 709) {
        /* e^(a - 64) e^64 / 2, because e^a overflows before the result does. */
        return hira_exp_of(a - 64, 0) * 0x1.425982cf597cdp+91;
    }
    double e = hira_exp_of(a, 0);
    return 0.5 * e + 0.5 / e;
}

HIRA_API double __hira_tanh(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x) || a < 0x1p-28) {
        return x;
    }
    if (a > 22) {
        return __builtin_copysign(1, x);
    }
    double value;
    if (a < 1) {
        double e = __hira_expm1(-2 * a);
        value = -e / (e + 2);
    } else {
        value = 1 - 2 / (__hira_expm1(2 * a) + 2);
    }
    return __builtin_copysign(value, x);
}

HIRA_API double __hira_asinh(double x) {
    double a = __builtin_fabs(x);
    if (!(a < HIRA_INF) || a < 0x1p-28) {
        return x;
    }
    double value;
    if (a > 0x1p28) {
        hira_pair log = hira_log_pair(a);
        value = log.hi + (HIRA_LN2_HI + log.lo);
    } else {
        double square = a * a;
        value = __hira_log1p(a + square / (1 + __builtin_sqrt(1 + square)));
    }
    return __builtin_copysign(value, x);
}

HIRA_API double __hira_acosh(double x) {
    if (!(x >= 1)) {
        return HIRA_NAN;
    }
    if (x > 0x1p28) {
        hira_pair log = x == HIRA_INF ? hira_sum(x, 0) : hira_log_pair(x);
        return x == HIRA_INF ? x : log.hi + (HIRA_LN2_HI + log.lo);
    }
    double t = x - 1;
    return __hira_log1p(t + __builtin_sqrt(HIRA_FMA(t, t, 2 * t)));
}

HIRA_API double __hira_atanh(double x) {
    double a = __builtin_fabs(x);
    if (!(a <= 1)) {
        return HIRA_NAN;
    }
    if (a < 0x1p-28) {
        return x;
    }
    return __builtin_copysign(0.5 * __hira_log1p(2 * a / (1 - a)), x);
}
