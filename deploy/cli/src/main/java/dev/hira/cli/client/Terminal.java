package dev.hira.cli.client;

import java.io.Console;
import java.util.Optional;

/** The terminal of a command, if it has one. */
public final class Terminal {
    /** Removes the present line, to begin it again. */
    public static final String BEGIN_AGAIN = "\r\u001b[K";

    private Terminal() {}

    /** Returns whether there is a terminal that knows more than lines. */
    public static boolean isThere() {
        return !"dumb".equals(System.getenv("TERM"))
                && Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
}
