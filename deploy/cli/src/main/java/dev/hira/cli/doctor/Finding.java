package dev.hira.cli.doctor;

import java.util.Locale;

/**
 * The result of a check.
 *
 * @param check its name
 * @param found the values
 * @param why they matter; empty when all is well
 * @param advice the remedy; empty when all is well
 */
record Finding(String check, Level level, String found, String why, String advice) {
    /** How bad a finding is. */
    enum Level {
        OK,

        /** Hira works, but slower or with less than it could have. */
        WARNING,

        /** Something does not work. */
        PROBLEM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(String check, String found) {
        return new Finding(check, Level.OK, found, "", "");
    }

    static Finding warning(String check, String found, String why, String advice) {
        return new Finding(check, Level.WARNING, found, why, advice);
    }

    static Finding problem(String check, String found, String why, String advice) {
        return new Finding(check, Level.PROBLEM, found, why, advice);
    }
}
