package dev.hira.policy.schedule;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * A setting of a scheduler.
 *
 * @param name the name that operators use
 * @param type the type of its values
 * @param fallback the default as text
 * @param meaning a short description
 */
public record Parameter(String name, Type type, String fallback, String meaning) {
    /** Text for an infinite duration, accepted where it is the default. */
    public static final String NONE = "none";

    public static Parameter duration(String name, String fallback, String meaning) {
        return new Parameter(name, Type.DURATION, fallback, meaning);
    }

    public static Parameter number(String name, String fallback, String meaning) {
        return new Parameter(name, Type.NUMBER, fallback, meaning);
    }

    /** Parses a value; durations are in nanoseconds. */
    long parse(String scheduler, String text) {
        try {
            return switch (type) {
                case DURATION -> duration(text.strip());
                case NUMBER -> number(text.strip(), 1, 1_000_000);
                case PERMILLE -> number(text.strip(), 0, 1_000);
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "the parameter '%s' of the scheduler '%s' must be %s, not '%s'"
                            .formatted(name, scheduler, type.form(), text),
                    e);
        }
    }

    private static long number(String text, long least, long most) {
        long value = Long.parseLong(text);
        if (value < least || value > most) {
            throw new NumberFormatException("outside of " + least + " to " + most);
        }
        return value;
    }

    private long duration(String text) {
        if (text.equals(NONE) && fallback.equals(NONE)) {
            return Long.MAX_VALUE;
        }
        int digits = 0;
        while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
            digits++;
        }
        long value = Long.parseLong(text, 0, digits, 10);
        long nanos = unit(text.substring(digits)).toNanos(value);
        if (nanos < TimeUnit.MICROSECONDS.toNanos(1) || nanos > TimeUnit.HOURS.toNanos(1)) {
            throw new NumberFormatException("outside of 1 µs to 1 h");
        }
        return nanos;
    }

    private static TimeUnit unit(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "us", "µs" -> TimeUnit.MICROSECONDS;
            case "ms" -> TimeUnit.MILLISECONDS;
            case "s" -> TimeUnit.SECONDS;
            default -> throw new NumberFormatException("no unit " + text);
        };
    }

    /** The types of values. */
    public enum Type {
        DURATION("a duration from 1us to 3600s, such as 30ms"),
        NUMBER("a whole number from 1 to 1000000"),
        PERMILLE("a number of thousandths from 0 to 1000");

        private final String form;

        Type(String form) {
            this.form = form;
        }

        /** Returns the description of the allowed values. */
        public String form() {
            return form;
        }
    }
}
