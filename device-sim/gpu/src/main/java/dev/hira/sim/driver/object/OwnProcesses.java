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

    /** The device memory that all processes of the same VM have allocated. */
    private synchronized long used(ProcessState process) {
        long used = 0;
        for (ProcessState each : byVm.getOrDefault(process.owner().vm(), Set.of(process))) {
            used += each.used();
        }
        return used;
    }

    /** Places memory if the limit allows it, or refuses it. Processes take turns. */
    synchronized <T> T place(
            ProcessState process, long bytes, long limit, Supplier<T> place, Refusal<T> refuse) {
        long used = used(process);
        return AddressSpace.roundUp(bytes) > limit - used ? refuse.of(used) : place.get();
    }

    /** Creates the result when the limit is reached. */
    interface Refusal<T> {
        T of(long used);
    }
}
