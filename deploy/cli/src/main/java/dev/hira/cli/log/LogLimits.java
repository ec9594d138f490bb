package dev.hira.cli.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the lines about one session, and about one VM, in a period; what is left out is counted
 * and told in one line when the period is over. For one thread at a time.
 */
final class LogLimits {
    static final int SESSION_LINES = 20;
    static final int VM_LINES = 100;
    static final long PERIOD_MILLIS = 10_000;

    private final LongSupplier clock;
    private final Map<Subject, Integer> lines = new HashMap<>();
    private long since;

    /** A session or a VM; the other one is empty. */
    private record Subject(String vm, String session) {}

    /**
     * @param clock the time in milliseconds
     */
    LogLimits(LongSupplier clock) {
        this.clock = clock;
        this.since = clock.getAsLong();
    }

    /** Whether there is room for an entry. */
    boolean takes(LogEntry entry) {
        String vm = entry.fact(LogEntry.VM);
        String session = entry.fact(LogEntry.SESSION);
        boolean room = session.isEmpty() || counts(new Subject("", session), SESSION_LINES);
        return room && (vm.isEmpty() || counts(new Subject(vm, ""), VM_LINES));
    }

    private boolean counts(Subject subject, int most) {
        return lines.merge(subject, 1, Integer::sum) <= most;
    }

    /** Returns what was left out in a period that is over. */
    List<LogEntry> over() {
        long now = clock.getAsLong();
        if (now - since < PERIOD_MILLIS) {
            return List.of();
        }
        since = now;
        List<LogEntry> told = new ArrayList<>();
        lines.forEach((subject, count) -> {
            boolean ofVm = subject.session().isEmpty();
            int most = ofVm ? VM_LINES : SESSION_LINES;
            if (count > most) {
                told.add(leftOut(subject, ofVm, count - most, most, now));
            }
        });
        lines.clear();
        return told;
    }

    private static LogEntry leftOut(Subject subject, boolean ofVm, int count, int most, long now) {
        return new LogEntry(
                now,
                "WARN",
                "LogLimits",
                count
                        + " lines were left out: the log takes "
                        + most
                        + (ofVm ? " lines of a VM within " : " lines of a session within ")
                        + PERIOD_MILLIS / 1000
                        + " s",
                ofVm
                        ? Map.of(LogEntry.VM, subject.vm())
                        : Map.of(LogEntry.SESSION, subject.session()),
                "");
    }
}
