package dev.hira.router.operator.admin;

import dev.hira.router.checkpoint.CheckpointStore.Kept;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.SessionView;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The checkpoints of the suspended VMs, by VM. Safe for any number of threads. */
final class SuspendedVms implements AutoCloseable {
    private final SessionRegistry registry;
    private final Map<String, Kept> checkpoints = new ConcurrentHashMap<>();

    SuspendedVms(SessionRegistry registry) {
        this.registry = registry;
    }

    /** Keeps the checkpoint of a VM that is suspended now; a former one is deleted. */
    void keep(String vm, Kept checkpoint) {
        Kept former = checkpoints.put(vm, checkpoint);
        if (former != null && !former.equals(checkpoint)) {
            former.close();
        }
    }

    /** Returns a VM's checkpoint; null when it is not suspended. */
    @Nullable Kept of(String vm) {
        return checkpoints.get(vm);
    }

    /** Deletes the checkpoint of a VM that is not suspended any longer. */
    void forget(String vm) {
        Kept checkpoint = checkpoints.remove(vm);
        if (checkpoint != null) {
            checkpoint.close();
        }
    }

    /** Deletes the checkpoints of VMs whose suspended sessions have all ended. */
    void sweep(Set<String> underWay) {
        for (String vm : checkpoints.keySet()) {
            if (!isSuspended(registry, vm) && underWay.add(vm)) {
                forget(vm);
                underWay.remove(vm);
            }
        }
    }

    /** Whether a VM has suspended sessions. */
    static boolean isSuspended(SessionRegistry registry, String vm) {
        return registry.of(vm).stream().anyMatch(SuspendedVms::isSuspended);
    }

    private static boolean isSuspended(RouterSession session) {
        SessionView facts = session.facts();
        return facts != null && facts.isSuspended();
    }

    @Override
    public void close() {
        checkpoints.keySet().forEach(this::forget);
    }
}
