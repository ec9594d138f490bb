/* Remainders, exponents and neighbours of numbers; exact. */

/* |x| mod |y| with the lowest bits of the quotient, for finite x and finite y that is not 0: one bit of it at a time. */
HIRA_FN double hira_mod(double x, double y, unsigned* quotient) {
    double a = __builtin_fabs(x);
    double b = __builtin_fabs(y);
    *quotient = 0;
    if (a < b) {
        return a;
    }
    hira_u64 abits = hira_bits(a < 0x1p-1022 ? a * 0x1p54 : a);
    hira_u64 bbits = hira_bits(b < 0x1p-1022 ? b * 0x1p54 : b);
    int ea = (int)(abits >> 52) - (a < 0x1p-1022 ? 54 : 0);
    int eb = (int)(bbits >> 52) - (b < 0x1p-1022 ? 54 : 0);
    hira_u64 ma = (abits & 0xfffffffffffffUL) | 0x10000000000000UL;
    hira_u64 mb = (bbits & 0xfffffffffffffUL) | 0x10000000000000UL;
    unsigned q = 0;
    for (int i = ea - eb; i >= 0; i--) {
        q <<= 1;
        if (ma >= mb) {
            ma -= mb;
            q |= 1;
        }
        if (i > 0) {
            ma <<= 1;
        }
    }
    *quotient = q;
    return hira_scale((double)ma, eb - 1075);
}

HIRA_API double __hira_fmod(double x, double y) {
    if (!(__builtin_fabs(x) < HIRA_INF) || y == 0 || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    unsigned quotient;
    return hira_is_inf(y) ? x : __builtin_copysign(hira_mod(x, y, &quotient), x);
}

/* The remainder to the nearest multiple, ties to even, and the low bits of the quotient with its sign. */
HIRA_API double __hira_remquo(double x, double y, int* quotient) {
    *quotient = 0;
    if (!(__builtin_fabs(x) < HIRA_INF) || y == 0 || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    if (hira_is_inf(y)) {
        return x;
    }
    unsigned q;
    double b = __builtin_fabs(y);
    double r = hira_mod(x, y, &q);
    int up = b < 0x1p-1021 ? r + r > b || (r + r == b && (q & 1)) : r > 0.5 * b || (r == 0.5 * b && (q & 1));
    if (up) {
        r -= b;
        q++;
    }
    q &= 0x7f;
    *quotient = (x < 0) != (y < 0) ? -(int)q : (int)q;
    return r == 0 ? __builtin_copysign(0.0, x) : x < 0 || (x == 0 && __builtin_copysign(1, x) < 0) ? -r : r;
}

HIRA_API double __hira_remainder(double x, double y) {
    int quotient;
    return __hira_remquo(x, y, &quotient);
}

HIRA_API int __hira_ilogb(double x) {
    double a = __builtin_fabs(x);
    if (a == 0 || hira_is_nan(x)) {
        return -2147483647 - 1;
    }
    if (a == HIRA_INF) {
        return 2147483647;
    }
    return a < 0x1p-1022 ? (int)(hira_bits(a * 0x1p54) >> 52) - 1077 : (int)(hira_bits(a) >> 52) - 1023;
}

HIRA_API double __hira_logb(double x) {
    double a = __builtin_fabs(x);
    return a == 0 ? -HIRA_INF : !(a < HIRA_INF) ? x * x : __hira_ilogb(x);
}

HIRA_API double __hira_ldexp(double x, int n) {
    return x == 0 || !(__builtin_fabs(x) < HIRA_INF) ? x : hira_scale(x, n);
}

HIRA_API double __hira_frexp(double x, int* exponent) {
    if (x == 0 || !(__builtin_fabs(x) < HIRA_INF)) {
        *exponent = 0;
        return x;
    }
    int n = __hira_ilogb(x) + 1;
    *exponent = n;
    return hira_scale(x, -n);
}

HIRA_API double __hira_modf(double x, double* whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(hira_is_inf(x) ? 0.0 : x - *whole, x);
}

HIRA_API double __hira_nextafter(double x, double y) {
    if (hira_is_nan(x) || hira_is_nan(y)) {
        return HIRA_NAN;
    }
    if (x == y) {
        return y;
    }
    if (x == 0) {
        return __builtin_copysign(hira_from_bits(1), y);
    }
    return hira_from_bits((x < y) == (x > 0) ? hira_bits(x) + 1 : hira_bits(x) - 1);
}

HIRA_API float __hira_nextafterf(float x, float y) {
    if (x != x || y != y) {
        return __builtin_nanf("");
    }
    if (x == y) {
        return y;
    }
    unsigned bits = __builtin_bit_cast(unsigned, x);
    if (x == 0) {
        return __builtin_copysignf(__builtin_bit_cast(float, 1), y);
    }
    return __builtin_bit_cast(float, (x < y) == (x > 0) ? bits + 1 : bits - 1);
}
