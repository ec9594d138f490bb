package dev.hira.policy.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with units as people write them: {@code 3}, {@code 1.5GiB}, {@code 500ms}, {@code 25%}.
 */
final class Quantities {
    /** Things or bytes. */
    static final Quantities NUMBER =
            new Quantities(
                    Map.of(
                            "",
                            1L,
                            "k",
                            1_000L,
                            "M",
                            1_000_000L,
                            "G",
                            1_000_000_000L,
                            "B",
                            1L,
                            "KiB",
                            1L << 10,
                            "MiB",
                            1L << 20,
                            "GiB",
                            1L << 30,
                            "TiB",
                            1L << 40,
                            "PiB",
                            1L << 50));

    /** Time, in nanoseconds. */
    static final Quantities TIME =
            new Quantities(
                    Map.of(
                            "ns", 1L,
                            "us", 1_000L,
                            "µs", 1_000L,
                            "ms", 1_000_000L,
                            "s", 1_000_000_000L,
                            "min", 60_000_000_000L,
                            "h", 3_600_000_000_000L));

    /** A part of each second, in nanoseconds. */
    static final Quantities PORTION =
            new Quantities(
                    Map.of(
                            "%", 10_000_000L,
                            "ns", 1L,
                            "us", 1_000L,
                            "µs", 1_000L,
                            "ms", 1_000_000L,
                            "s", 1_000_000_000L));

    static final String NO_LIMIT = "unlimited";
    private static final Pattern FORM =
            Pattern.compile("(-?[0-9]{1,40}(?:\\.[0-9]{1,40})?)\\s*([A-Za-zµ%]*)");

    private final Map<String, Long> units;

    private Quantities(Map<String, Long> units) {
        this.units = Map.copyOf(units);
    }

    /**
     * Parses a number with a unit and returns a whole number in the base unit; empty when the text
     * is not valid. Numbers with a unit are rounded to the nearest ({@code 0.3GiB}); numbers
     * without one must be whole ({@code 1.5} is invalid).
     */
    Optional<BigDecimal> parse(String text) {
        Matcher form = FORM.matcher(text);
        Long unit = form.matches() ? units.get(form.group(2)) : null;
        if (unit == null) {
            return Optional.empty();
        }
        BigDecimal exact = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit));
        BigDecimal whole = exact.setScale(0, RoundingMode.HALF_UP);
        return unit == 1 && whole.compareTo(exact) != 0 ? Optional.empty() : Optional.of(whole);
    }

    static String formatNanos(long nanos) {
        if (nanos == Rate.UNLIMITED) {
            return NO_LIMIT;
        }
        if (nanos % 1_000_000_000L == 0) {
            return nanos / 1_000_000_000L + "s";
        }
        if (nanos % 1_000_000L == 0) {
            return nanos / 1_000_000L + "ms";
        }
        if (nanos % 1_000L == 0) {
            return nanos / 1_000L + "us";
        }
        return nanos + "ns";
    }

    static String formatCount(long count) {
        return count == Rate.UNLIMITED ? NO_LIMIT : Long.toString(count);
    }

    /** Formats an amount in the largest of MiB, GiB and TiB that divides it. */
    static String formatAmount(long amount) {
        if (amount == Rate.UNLIMITED || amount < 1 << 20 || amount % (1 << 20) != 0) {
            return formatCount(amount);
        }
        if (amount % (1L << 40) == 0) {
            return (amount >> 40) + "TiB";
        }
        return amount % (1L << 30) == 0 ? (amount >> 30) + "GiB" : (amount >> 20) + "MiB";
    }
}
