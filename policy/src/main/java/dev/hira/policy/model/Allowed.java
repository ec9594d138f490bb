package dev.hira.policy.model;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The values that a setting of a grant may have. Typed text and numbers are held to the same bounds
 * and refused with the same sentence.
 *
 * @param unit the units that text may have
 * @param least lower bound in the base unit: things, bytes or nanoseconds
 * @param unlimited whether the setting may be unlimited
 * @param form the allowed values, in words
 */
record Allowed(Quantities unit, long least, long most, boolean unlimited, String form) {
    private static final long SECOND = 1_000_000_000L;
    private static final long MANY = 1_000_000_000_000_000L;

    static final Allowed WEIGHT =
            new Allowed(Quantities.NUMBER, 1, 1_000_000, false, "a whole number from 1 to 1000000");
    static final Allowed CAP =
            new Allowed(
                    Quantities.PORTION,
                    1,
                    SECOND,
                    true,
                    "a part of each second from 1ns to 100% (such as 25% or 250ms; 100% is 1000000000ns)");
    static final Allowed RESERVATION =
            new Allowed(
                    Quantities.PORTION,
                    0,
                    SECOND,
                    false,
                    "a part of each second from 0% to 100% (such as 10% or 100ms; 100% is 1000000000ns)");
    static final Allowed PRIORITY =
            new Allowed(
                    Quantities.NUMBER,
                    Integer.MIN_VALUE,
                    Integer.MAX_VALUE,
                    false,
                    "a whole number from -2147483648 to 2147483647");
    static final Allowed SESSIONS =
            new Allowed(
                    Quantities.NUMBER,
                    0,
                    Grant.MANY - 1,
                    true,
                    "a whole number from 0 to " + (Grant.MANY - 1));
    static final Allowed HANDLES =
            new Allowed(
                    Quantities.NUMBER,
                    1,
                    Grant.MANY - 1,
                    true,
                    "a whole number from 1 to " + (Grant.MANY - 1));
    static final Allowed AMOUNT =
            new Allowed(
                    Quantities.NUMBER,
                    0,
                    Rate.UNLIMITED - 1,
                    true,
                    "an amount of 0 or more (such as 100, 16M or 1.5GiB)");
    static final Allowed KERNEL =
            new Allowed(
                    Quantities.TIME,
                    1,
                    1_000_000 * SECOND,
                    true,
                    "a time from 1ns to 1000000s (such as 250us, 100ms or 2s)");
    static final Allowed RATE =
            new Allowed(
                    Quantities.NUMBER,
                    1,
                    MANY,
                    true,
                    "a rate from 1/s to 1000000G/s (such as 1000/s or '1000/s burst 50')");
    static final Allowed BURST =
            new Allowed(
                    Quantities.NUMBER,
                    1,
                    MANY,
                    true,
                    "a burst from 1 to 1000000G (such as in '1000/s burst 50')");

    /**
     * Reads a value that an operator typed.
     *
     * @throws IllegalArgumentException with a sentence when the value is not allowed
     */
    long read(String typed) {
        return read(typed, typed);
    }

    /**
     * Reads a number that is a part of the typed text.
     *
     * @param whole the whole text, which a refusal repeats
     */
    long read(String part, String whole) {
        String text = part.strip();
        if (unlimited && text.equals(Quantities.NO_LIMIT)) {
            return Rate.UNLIMITED;
        }
        Optional<BigDecimal> value = unit.parse(text);
        if (value.isEmpty() || !within(value.get())) {
            throw new IllegalArgumentException(refusal("'" + whole.strip() + "'"));
        }
        return value.get().longValueExact();
    }

    private boolean within(BigDecimal value) {
        return value.compareTo(BigDecimal.valueOf(least)) >= 0
                && value.compareTo(BigDecimal.valueOf(most)) <= 0;
    }

    /** Returns the reason why a number is not allowed; empty when it is allowed. */
    Optional<String> problem(long value) {
        boolean holds = value == Rate.UNLIMITED ? unlimited : value >= least && value <= most;
        return holds ? Optional.empty() : Optional.of(refusal(asked(value)));
    }

    /** Does the same for settings in which {@link Grant#MANY} means no limit. */
    Optional<String> problem(int value) {
        return problem(value == Grant.MANY && unlimited ? Rate.UNLIMITED : (long) value);
    }

    /** Returns the number as it was asked; remote callers may have meant an unsigned long. */
    private String asked(long value) {
        return value >= 0 || least < 0 ? "" + value : value + " (or " + unsigned(value) + ")";
    }

    private static String unsigned(long value) {
        return Long.toUnsignedString(value);
    }

    private String refusal(String asked) {
        return asked + " was asked; allowed is " + form + (unlimited ? ", or unlimited" : "");
    }
}
