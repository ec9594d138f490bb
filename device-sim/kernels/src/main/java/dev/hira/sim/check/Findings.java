package dev.hira.sim.check;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What was found in a launch. The same instructions are reported once, and only so many of them;
 * the others are counted.
 */
final class Findings {
    /** The most reports of a launch. */
    static final int MOST = 16;

    private final String kernel;

    @GuardedBy("this")
    private final Set<Object> known = new HashSet<>();

    @GuardedBy("this")
    private final StringBuilder text = new StringBuilder();

    @GuardedBy("this")
    private long count;

    @GuardedBy("this")
    private int reported;

    Findings(String kernel) {
        this.kernel = kernel;
    }

    /**
     * Adds one.
     *
     * @param same what findings have in common that are reported once
     */
    synchronized void add(Object same, Supplier<String> report) {
        count++;
        if (reported < MOST && known.add(same)) {
            reported++;
            text.append(report.get()).append('\n');
        }
    }

    synchronized long count() {
        return count;
    }

    /** All of it, for the user. */
    synchronized String text() {
        long rest = count - reported;
        return "Found in the kernel '"
                + kernel
                + "':\n"
                + text
                + (rest == 0 ? "" : "  and " + rest + " more of the same or like them\n");
    }
}
