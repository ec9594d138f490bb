package dev.hira.sim.driver.object;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.memory.AddressSpace;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** The open processes of each VM. The device memory of a VM's processes counts together. */
final class OwnProcesses {
    @GuardedBy("this")
    private final Map<String, Set<ProcessState>> byVm = new HashMap<>();

    synchronized void add(ProcessState process) {
        byVm.computeIfAbsent(process.owner().vm(), _ -> new HashSet<>()).add(process);
    }

    synchronized void remove(ProcessState process) {
        byVm.computeIfPresent(
                process.owner().vm(),
                (_, all) -> {
                    all.remove(process);
                    return all.isEmpty() ? null : all;
                });
    }

    /**
     * Places memory if the limit allows it, or refuses it. Processes take turns. A process without
     * a limit does not count: its session is under way to it, and counts where it comes from.
     */
    synchronized <T> T place(
            ProcessState process, long bytes, long limit, Supplier<T> place, Refusal<T> refuse) {
        long used = 0;
        long retiring = 0;
        for (ProcessState each : byVm.getOrDefault(process.owner().vm(), Set.of(process))) {
            if (each.quota().limited()) {
                used += each.used();
                retiring += each.memory().retiring();
            }
        }
        long left = limit - used - AddressSpace.roundUp(bytes);
        if (left < 0) {
            return refuse.of(used, retiring, false);
        }
        return retiring - limit > left ? refuse.of(used, retiring, true) : place.get();
    }

    /** Creates the result when the limit is reached. */
    interface Refusal<T> {
        /**
         * @param used the bytes that the VM has
         * @param retiring the bytes that the VM has freed and unfinished work still uses
         * @param later whether the memory suffices when that work has ended
         */
        T of(long used, long retiring, boolean later);
    }
}
