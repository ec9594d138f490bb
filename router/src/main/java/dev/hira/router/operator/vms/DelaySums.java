package dev.hira.router.operator.vms;

import dev.hira.router.judge.count.VerdictTotals;
import dev.hira.router.judge.count.VerdictTotals.Tally;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Publishes how long the commands of each VM waited since the last look, and why: one event for a
 * VM, however many commands waited. Does nothing while no watcher wants it. Used by one thread.
 */
public final class DelaySums {
    private final EventHub events;
    private final Supplier<Map<String, VmTotals>> totals;

    /** The sums at the last look; empty: there was none. */
    private Map<String, VerdictTotals> before = Map.of();

    private boolean looked;

    /** The wait of a VM's commands for one reason since the last look. */
    private record Wait(String reason, long commands, long nanos) {}

    /**
     * @param totals returns the sums over all sessions of each VM
     */
    public DelaySums(EventHub events, Supplier<Map<String, VmTotals>> totals) {
        this.events = events;
        this.totals = totals;
    }

    /** Publishes what happened since the last look. */
    public void look() {
        if (!events.wants(EventKind.DELAYS)) {
            looked = false;
            before = Map.of();
            return;
        }
        Map<String, VerdictTotals> now =
                totals.get().entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey, vm -> vm.getValue().all().verdicts()));
        if (looked) {
            now.forEach((vm, sums) -> publish(vm, waits(before.get(vm), sums)));
        }
        before = now;
        looked = true;
    }

    private static List<Wait> waits(@Nullable VerdictTotals past, VerdictTotals now) {
        List<Wait> waits = new ArrayList<>();
        now.delayed()
                .forEach((reason, tally) -> {
                    Tally earlier = past == null ? null : past.delayed().get(reason);
                    long commands = tally.commands() - (earlier == null ? 0 : earlier.commands());
                    long nanos = tally.nanos() - (earlier == null ? 0 : earlier.nanos());
                    if (commands > 0 || nanos > 0) {
                        waits.add(new Wait(reason, commands, nanos));
                    }
                });
        waits.sort(Comparator.comparingLong(Wait::nanos).reversed());
        return waits;
    }

    private void publish(String vm, List<Wait> waits) {
        if (waits.isEmpty()) {
            return;
        }
        long commands = waits.stream().mapToLong(Wait::commands).sum();
        events.publish(
                events.now(EventKind.DELAYS, vm)
                        .times(Math.max(1, commands))
                        .lasting(waits.stream().mapToLong(Wait::nanos).sum())
                        .because(
                                waits.getFirst().reason(),
                                waits.stream()
                                        .map(DelaySums::words)
                                        .collect(Collectors.joining(", "))));
    }

    private static String words(Wait wait) {
        return String.format(
                Locale.ROOT,
                "%s %.1f ms (%d %s)",
                wait.reason(),
                wait.nanos() / 1e6,
                wait.commands(),
                wait.commands() == 1 ? "command" : "commands");
    }
}
