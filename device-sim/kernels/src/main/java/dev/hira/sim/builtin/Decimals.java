package dev.hira.sim.builtin;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Formats floating-point numbers as C's printf does: exact decimals, rounded half to even. */
final class Decimals {
    private static final int USUAL_PRECISION = 6;
    private static final int LEAST_EXPONENT = -4;

    private Decimals() {}

    static String format(Conversion how, double value) {
        boolean negative = Double.doubleToRawLongBits(value) < 0;
        String sign = how.sign(negative);
        String text;
        if (Double.isNaN(value)) {
            text = how.padded(sign, "nan", false);
        } else if (Double.isInfinite(value)) {
            text = how.padded(sign, "inf", false);
        } else if (Character.toLowerCase(how.kind()) == 'a') {
            text = how.padded(sign + "0x", hexadecimal(Math.abs(value)), true);
        } else {
            text = how.padded(sign, digits(how, new BigDecimal(Math.abs(value))), true);
        }
        return Character.isUpperCase(how.kind()) ? text.toUpperCase(Locale.ROOT) : text;
    }

    private static String digits(Conversion how, BigDecimal value) {
        int precision = how.precision() < 0 ? USUAL_PRECISION : how.precision();
        return switch (Character.toLowerCase(how.kind())) {
            case 'f' -> fixed(value, precision, how.has('#'));
            case 'e' -> scientific(value, precision, how.has('#'));
            default -> shorter(value, Math.max(1, precision), how.has('#'));
        };
    }

    private static String fixed(BigDecimal value, int precision, boolean point) {
        String text = value.setScale(precision, RoundingMode.HALF_EVEN).toPlainString();
        return precision == 0 && point ? text + "." : text;
    }

    private static String scientific(BigDecimal value, int precision, boolean point) {
        int exponent = exponent(value, precision + 1);
        String all = mantissa(value, precision + 1);
        String dot = precision > 0 || point ? "." : "";
        return all.charAt(0) + dot + all.substring(1) + exponentText(exponent);
    }

    private static String exponentText(int exponent) {
        return String.format(Locale.ROOT, "e%c%02d", exponent < 0 ? '-' : '+', Math.abs(exponent));
    }

    /** Returns the decimal exponent after rounding to so many digits. */
    private static int exponent(BigDecimal value, int digits) {
        if (value.signum() == 0) {
            return 0;
        }
        BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
        return rounded.precision() - rounded.scale() - 1;
    }

    /** Returns so many digits of a number, without its point. */
    private static String mantissa(BigDecimal value, int digits) {
        if (value.signum() == 0) {
            return "0".repeat(digits);
        }
        BigDecimal rounded = value.round(new MathContext(digits, RoundingMode.HALF_EVEN));
        String known = rounded.unscaledValue().toString();
        return known.length() < digits
                ? known + "0".repeat(digits - known.length())
                : known.substring(0, digits);
    }

    private static String shorter(BigDecimal value, int precision, boolean keepsZeros) {
        int exponent = exponent(value, precision);
        if (exponent < LEAST_EXPONENT || exponent >= precision) {
            String all = mantissa(value, precision);
            String behind = trimmed(all.substring(1), keepsZeros);
            String dot = behind.isEmpty() && !keepsZeros ? "" : ".";
            return all.charAt(0) + dot + behind + exponentText(exponent);
        }
        String text = fixed(value, precision - 1 - exponent, keepsZeros);
        int point = text.indexOf('.');
        if (point < 0 || keepsZeros) {
            return text;
        }
        String behind = trimmed(text.substring(point + 1), false);
        return behind.isEmpty() ? text.substring(0, point) : text.substring(0, point + 1) + behind;
    }

    private static String trimmed(String digits, boolean keepsZeros) {
        return keepsZeros ? digits : digits.replaceFirst("0+$", "");
    }

    /** Returns the hexadecimal digits after 0x. */
    private static String hexadecimal(double value) {
        String java = Double.toHexString(value).substring(2);
        String shorter = java.replace(".0p", "p");
        return shorter.contains("p-") ? shorter : shorter.replace("p", "p+");
    }
}
