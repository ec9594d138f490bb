package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The books of a device about kernels: which tier ran them, how often, how long and why. There is
 * room for some thousands; a kernel that was entered longest ago makes room for a new one.
 */
public final class KernelBooks {
    private static final int MOST = 4096;

    /** Names come from whoever wrote the kernel; the books keep the beginnings of long ones. */
    private static final int LONGEST_NAME = 256;

    /** The one that was entered longest ago first. */
    @GuardedBy("this")
    private final Map<Key, Account> entries =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Key, Account> eldest) {
                    return size() > MOST;
                }
            };

    private record Key(String kernel, String tier, String why) {}

    private record Account(long launches, long nanos) {
        Account plus(Account other) {
            return new Account(launches + other.launches, nanos + other.nanos);
        }
    }

    private final AtomicLong findings = new AtomicLong();

    /** Enters what checks have found. */
    public void found(long more) {
        findings.addAndGet(more);
    }

    /** How much checks have found. */
    public long findings() {
        return findings.get();
    }

    /** Enters a launch that has ended. */
    public void enter(String kernel, String tier, String why, long nanos) {
        Key key = new Key(cut(kernel), tier, cut(why));
        synchronized (this) {
            entries.merge(key, new Account(1, nanos), Account::plus);
        }
    }

    private static String cut(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME);
    }

    /** What was entered so far, by name. */
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
