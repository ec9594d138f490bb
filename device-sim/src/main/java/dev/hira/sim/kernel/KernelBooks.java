package dev.hira.sim.kernel;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The books of a device about kernels: which tier ran them, how often, how long and why. */
public final class KernelBooks {
    /** Kernels that are told apart; those that come later are not entered. */
    private static final int MOST = 4096;

    private final ConcurrentHashMap<Key, Entry> entries = new ConcurrentHashMap<>();

    private record Key(String kernel, String tier, String why) {}

    private static final class Entry {
        final LongAdder launches = new LongAdder();
        final LongAdder nanos = new LongAdder();
    }

    /** Enters a launch that has ended. */
    public void enter(String kernel, String tier, String why, long nanos) {
        Key key = new Key(kernel, tier, why);
        Entry entry = entries.get(key);
        if (entry == null) {
            if (entries.size() >= MOST) {
                return;
            }
            entry = entries.computeIfAbsent(key, _ -> new Entry());
        }
        entry.launches.increment();
        entry.nanos.add(nanos);
    }

    /** What was entered so far, by name. */
    public List<KernelStatistics> statistics() {
        return entries.entrySet().stream()
                .map(entry ->
                        new KernelStatistics(
                                entry.getKey().kernel(),
                                entry.getKey().tier(),
                                entry.getKey().why(),
                                entry.getValue().launches.sum(),
                                entry.getValue().nanos.sum()))
                .sorted(
                        Comparator.comparing(KernelStatistics::kernel)
                                .thenComparing(KernelStatistics::tier)
                                .thenComparing(KernelStatistics::why))
                .toList();
    }
}
