/* The error function and the gamma function. */

/* erfc(x) for x >= 1, as e^(-x^2) times a polynomial. */
HIRA_FN double hira_erfc_far(double x) {
    if (x > 28) {
        return 0;
    }
    double t = (x - 4) / (x + 4);
    hira_pair square = hira_product(x, x);
    double scaled = HIRA_ERFC(t) / (1 + 2 * x);
    /* Below, the power is denormal before the product is. */
    hira_pair power = hira_sum(-square.hi, 40);
    return hira_exp_of(power.hi, power.lo - square.lo) * scaled * 0x1.39792499b1a24p-58;
}

HIRA_API double __hira_erf(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x)) {
        return x;
    }
    if (a < 1) {
        double z = x * x;
        return x * HIRA_ERF(z);
    }
    return __builtin_copysign(a > 6 ? 1 : 1 - hira_erfc_far(a), x);
}

HIRA_API double __hira_erfc(double x) {
    if (hira_is_nan(x)) {
        return x;
    }
    if (x >= 1) {
        return hira_erfc_far(x);
    }
    if (x <= -1) {
        return x < -6 ? 2 : 2 - hira_erfc_far(-x);
    }
    double z = x * x;
    double p = HIRA_ERF(z);
    return x < 0.5 ? 1 - x * p : 0.5 - (HIRA_FMA(x, p, -0.5));
}

/* gamma(x) for x from 0.5 to 20: the recurrence leads to 1 to 2. */
HIRA_FN double hira_gamma_near(double x) {
    double product = 1;
    while (x > 2) {
        x -= 1;
        product *= x;
    }
    if (x < 1) {
        double t = x - 0.5;
        return product / (HIRA_RGAMMA(t) * x);
    }
    double t = x - 1.5;
    return product / HIRA_RGAMMA(t);
}

/* The sum of Stirling's series, for x >= 8. */
HIRA_FN double hira_stirling(double x) {
    double r = 1 / x;
    double z = r * r;
    double sum = 0x1.a41a41a41a41ap-8;
    sum = HIRA_FMA(sum, z, -0x1.f6ab0d9993c7dp-10);
    sum = HIRA_FMA(sum, z, 0x1.b951e2b18ff23p-11);
    sum = HIRA_FMA(sum, z, -0x1.3813813813814p-11);
    sum = HIRA_FMA(sum, z, 0x1.a01a01a01a01ap-11);
    sum = HIRA_FMA(sum, z, -0x1.6c16c16c16c17p-9);
    sum = HIRA_FMA(sum, z, 0x1.5555555555555p-4);
    return sum * r;
}

/* gamma(x) for x >= 0.5. */
HIRA_FN double hira_gamma_positive(double x) {
    if (x > 172) {
        return HIRA_INF;
    }
    if (x <= 20) {
        return hira_gamma_near(x);
    }
    /* sqrt(2 pi) x^(x - 1/2) e^(-x) e^series, by the logarithm to 65 bits. */
    hira_pair log = hira_log_pair(x);
    hira_pair power = hira_times(log, hira_sum(x, -0.5));
    hira_pair minus = {-x, 0};
    hira_pair all = hira_plus(power, minus);
    hira_pair half_log = {0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55};
    all = hira_plus(all, half_log);
    all = hira_plus(all, hira_sum(hira_stirling(x), 0));
    return hira_exp_of(all.hi, all.lo);
}

HIRA_API double __hira_tgamma(double x) {
    if (x == 0) {
        return __builtin_copysign(HIRA_INF, x);
    }
    if (!(x > -HIRA_INF) || (x < 0 && __builtin_trunc(x) == x)) {
        return HIRA_NAN;
    }
    if (x >= 0.5) {
        return hira_gamma_positive(x);
    }
    if (x < -184) {
        return (long)__builtin_floor(x < -0x1p62 ? 0 : x) & 1 ? -0.0 : 0.0;
    }
    if (x > -1e-17 && x < 1e-17) {
        return 1 / x;
    }
    /* pi / (sin(pi x) gamma(1 - x)); 1 - x is rounded, which the logarithmic derivative of gamma corrects. */
    double sine = __hira_sinpi(x);
    hira_pair u = hira_sum(1, -x);
    double correction = 1 + u.lo * (__hira_log(u.hi) - 0.5 / u.hi);
    if (x < -160) {
        /* In steps, because gamma(1 - x) overflows before the result vanishes. */
        double value = HIRA_PI / (sine * hira_gamma_positive(u.hi - 16) * correction);
        for (int i = 16; i > 0; i--) {
            value /= u.hi - i;
        }
        return value;
    }
    return HIRA_PI / (sine * hira_gamma_positive(u.hi) * correction);
}

/* log(gamma(x)) for x >= 0.5. */
HIRA_FN double hira_lgamma_positive(double x) {
    if (x < 1.5) {
        double t = x - 1;
        return t * HIRA_LGAMMA1(t) + 0.0;
    }
    if (x <= 2.5) {
        double t = x - 2;
        return t * HIRA_LGAMMA2(t) + 0.0;
    }
    if (x < 10) {
        return __hira_log(hira_gamma_near(x));
    }
    hira_pair log = hira_log_pair(x);
    hira_pair power = hira_times(log, hira_sum(x, -0.5));
    hira_pair minus = {-x, 0};
    hira_pair all = hira_plus(power, minus);
    return all.hi + (all.lo + (0x1.d67f1c864beb5p-1 + hira_stirling(x)));
}

HIRA_API double __hira_lgamma(double x) {
    double a = __builtin_fabs(x);
    if (hira_is_nan(x)) {
        return x;
    }
    if (a == HIRA_INF || x == 0 || (x < 0 && __builtin_trunc(x) == x)) {
        return HIRA_INF;
    }
    if (x >= 0.5) {
        return a > 0x1p1014 ? HIRA_INF : hira_lgamma_positive(x);
    }
    if (a < 0x1p-60) {
        return -__hira_log(a);
    }
    return __hira_log(HIRA_PI / __builtin_fabs(__hira_sinpi(x))) - hira_lgamma_positive(1 - x);
}

/* The sign of gamma(x), as lgamma_r gives it. */
HIRA_API int __hira_gamma_sign(double x) {
    if (x == 0) {
        return __builtin_copysign(1, x) < 0 ? -1 : 1;
    }
    if (x > 0 || hira_is_nan(x) || __builtin_trunc(x) == x) {
        return 1;
    }
    return __builtin_fabs(x) < 0x1p53 && ((long)__builtin_floor(x) & 1) ? -1 : 1;
}
