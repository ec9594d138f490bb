package dev.hira.policy.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with units as people write them: {@code 3}, {@code 1.5GiB}, {@code 500ms}, {@code 25%}.
 */
final class Quantities {
    static final String NO_LIMIT = "unlimited";
    private static final Pattern FORM =
            Pattern.compile("(-?[0-9]+(?:\\.[0-9]+)?)\\s*([A-Za-zµ%]*)");
    private static final Map<String, Long> COUNTS =
            Map.of(
                    "", 1L,
                    "k", 1_000L,
                    "M", 1_000_000L,
                    "G", 1_000_000_000L,
                    "B", 1L,
                    "KiB", 1L << 10,
                    "MiB", 1L << 20,
                    "GiB", 1L << 30,
                    "TiB", 1L << 40);
    private static final Map<String, Long> TIMES =
            Map.of("ns", 1L, "us", 1_000L, "µs", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);
    private static final Map<String, Long> PORTIONS =
            Map.of("%", 10_000_000L, "ms", 1_000_000L, "us", 1_000L, "ns", 1L, "s", 1_000_000_000L);

    private Quantities() {}

    /**
     * A number of things or bytes.
     *
     * @throws IllegalArgumentException with a sentence when it is none
     */
    static long count(String text) {
        return parse(text, COUNTS, "a number such as 100, 16M or 1.5GiB");
    }

    /** A span of time in nanoseconds. */
    static long nanos(String text) {
        return parse(text, TIMES, "a time such as 250us, 100ms or 2s");
    }

    /** A part of each second in nanoseconds. */
    static long nanosPerSecond(String text) {
        return parse(text, PORTIONS, "a part of each second such as 25% or 250ms");
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
        return nanos + "ns";
    }

    static String formatCount(long count) {
        return count == Rate.UNLIMITED ? NO_LIMIT : Long.toString(count);
    }

    private static long parse(String text, Map<String, Long> units, String wanted) {
        String trimmed = text.strip();
        if (NO_LIMIT.equals(trimmed)) {
            return Rate.UNLIMITED;
        }
        Matcher form = FORM.matcher(trimmed);
        Long unit = form.matches() ? units.get(form.group(2)) : null;
        if (unit == null) {
            throw new IllegalArgumentException(
                    "'" + trimmed + "' is not " + wanted + ", nor '" + NO_LIMIT + "'");
        }
        BigDecimal value = new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unit));
        if (value.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) >= 0) {
            throw new IllegalArgumentException(
                    "'"
                            + trimmed
                            + "' is too much; '"
                            + NO_LIMIT
                            + "' says that there is no limit");
        }
        return value.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }
}
