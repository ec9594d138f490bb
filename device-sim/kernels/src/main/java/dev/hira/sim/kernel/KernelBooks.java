package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A device's statistics of kernels: which tier ran them, how often, how long and why. It holds some
 * thousands of kernels; a new one replaces the least recently launched.
 */
public final class KernelBooks {
    private static final int MOST_KERNELS = 4096;

    /** Kernel names come from the guest; the statistics keep the beginnings of long ones. */
    private static final int LONGEST_NAME = 256;

    /** The least recently launched first. */
    @GuardedBy("this")
    private final Map<Key, Account> entries =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Account> eldest) {
                    return size() > MOST_KERNELS;
                }
            };

    private record Key(String kernel, String tier, String why) {}

    private record Account(long launches, long nanos) {
        Account plus(Account other) {
            return new Account(launches + other.launches, nanos + other.nanos);
        }
    }

    private final AtomicLong findings = new AtomicLong();

    /** Adds a number of findings of checks. */
    public void found(long more) {
        findings.addAndGet(more);
    }

    /** The number of findings of checks. */
    public long findings() {
        return findings.get();
    }

    /** Adds a launch that has ended. */
    public void enter(String kernel, String tier, String why, long nanos) {
        Key key = new Key(cut(kernel), tier, cut(why));
        synchronized (this) {
            entries.merge(key, new Account(1, nanos), Account::plus);
        }
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    /** The statistics so far, by name. */
    public synchronized List<KernelStatistics> statistics() {
        return entries.entrySet().stream()
                .map(entry ->
                        new KernelStatistics(
                                entry.getKey().kernel(),
                                entry.getKey().tier(),
                                entry.getKey().why(),
                                entry.getValue().launches(),
                                entry.getValue().nanos()))
                .sorted(
                        Comparator.comparing(KernelStatistics::kernel)
                                .thenComparing(KernelStatistics::tier)
                                .thenComparing(KernelStatistics::why))
                .toList();
    }
}
