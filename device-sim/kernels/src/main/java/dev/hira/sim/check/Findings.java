package dev.hira.sim.check;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.ptx.text.CppName;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The findings of a launch. The same instructions are reported once, up to {@link #MOST_REPORTS}
 * reports; other findings are only counted.
 */
final class Findings {
    /** The most reports of a launch. */
    static final int MOST_REPORTS = 16;

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
     * Adds a finding.
     *
     * @param same the key of findings that are reported only once
     */
    synchronized void add(Object same, Supplier<String> report) {
        count++;
        if (reported < MOST_REPORTS && known.add(same)) {
            reported++;
            text.append(report.get()).append('\n');
        }
    }

    synchronized long count() {
        return count;
    }

    /** All findings, as text for the user. */
    synchronized String text() {
        long rest = count - reported;
        return "Found in the kernel '"
                + CppName.readable(kernel)
                + "':\n"
                + text
                + (rest == 0 ? "" : "  and " + rest + " more of the same or like them\n");
    }
}
