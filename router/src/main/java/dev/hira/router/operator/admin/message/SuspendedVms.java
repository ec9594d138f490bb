package dev.hira.router.operator.admin.message;

import dev.hira.router.checkpoint.CheckpointException;
import dev.hira.router.checkpoint.CheckpointReader;
import dev.hira.router.checkpoint.CheckpointStore;
import dev.hira.router.checkpoint.CheckpointStore.Kept;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.SessionView;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.KeptSessions.SuspendedSessions;
import dev.hira.wire.v1.CheckpointVm;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints of the suspended VMs, by VM. They outlive the router when its sessions do. Safe
 * for any number of threads.
 */
public final class SuspendedVms implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SuspendedVms.class);

    private final SessionRegistry registry;
    private final @Nullable KeptSessions kept;
    private final CheckpointStore store;
    private final Map<String, Kept> checkpoints = new ConcurrentHashMap<>();

    /**
     * @param store for checkpoints that end with the router
     * @param random names files; must not be guessable
     */
    public SuspendedVms(SessionRegistry registry, CheckpointStore store, RandomGenerator random) {
        this.registry = registry;
        this.kept = registry.kept();
        this.store = kept == null ? store : new CheckpointStore(kept.checkpoints(), random);
        if (kept != null) {
            findLeft(kept);
        }
    }

    /**
     * Finds the checkpoints of an earlier process of the router. Those of VMs without a suspended
     * session are deleted: that process ended before the sessions had left their servers, or after
     * they had come back. While a session's file cannot be read, its VM may be any: the latest
     * checkpoint of each VM is kept, and none is deleted.
     */
    private void findLeft(KeptSessions sessions) {
        try {
            List<Kept> files = store.left();
            if (files.isEmpty()) {
                return;
            }
            SuspendedSessions suspended = sessions.suspended();
            Map<String, Instant> times = new HashMap<>();
            for (Kept file : files) {
                CheckpointVm found = read(file);
                Instant taken =
                        Instant.ofEpochSecond(
                                found.getTaken().getSeconds(), found.getTaken().getNanos());
                boolean known = suspended.vms().contains(found.getVm());
                boolean wanted = known || (!suspended.complete() && !found.getVm().isEmpty());
                if (wanted && taken.isAfter(times.getOrDefault(found.getVm(), Instant.MIN))) {
                    times.put(found.getVm(), taken);
                    keep(found.getVm(), file);
                } else if (suspended.complete()) {
                    file.close();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("checkpoints of suspended VMs cannot be read: {}", e.getMessage());
        }
    }

    /** Returns the VM of a checkpoint; an empty one when the file was not finished. */
    private static CheckpointVm read(Kept file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file.path()))) {
            return new CheckpointReader(in).vm();
        } catch (CheckpointException e) {
            LOG.warn("{} is of no use: {}", file.path(), e.getMessage());
            return CheckpointVm.getDefaultInstance();
        }
    }

    /** Creates an empty file for the checkpoint of a VM that is to be suspended. */
    public Kept create() throws IOException {
        return store.create();
    }

    /** Keeps the checkpoint of a VM that is suspended now; a former one is deleted. */
    public void keep(String vm, Kept checkpoint) {
        Kept former = checkpoints.put(vm, checkpoint);
        if (former != null && !former.equals(checkpoint)) {
            former.close();
        }
    }

    /** Returns a VM's checkpoint; null when it is not suspended. */
    public @Nullable Kept of(String vm) {
        return checkpoints.get(vm);
    }

    /** Deletes the checkpoint of a VM that is not suspended any longer. */
    public void forget(String vm) {
        Kept checkpoint = checkpoints.remove(vm);
        if (checkpoint != null) {
            checkpoint.close();
        }
    }

    /**
     * Deletes the checkpoints of VMs whose suspended sessions have all ended.
     *
     * @param over ends what else the suspension of a VM has left; called before the checkpoint goes
     */
    public void sweep(Set<String> underWay, Consumer<String> over) {
        if (kept != null && kept.awaitsAny()) {
            return; // such sessions may still come back
        }
        for (String vm : checkpoints.keySet()) {
            if (!isSuspended(registry, vm) && underWay.add(vm)) {
                try {
                    if (!isSuspended(registry, vm)) { // nor since it was looked at
                        over.accept(vm);
                        forget(vm);
                    }
                } finally {
                    underWay.remove(vm);
                }
            }
        }
    }

    /** Whether the programs of a suspended VM may still come back after a restart of the router. */
    public boolean awaits(String vm) {
        return kept != null && kept.awaitsAny() && checkpoints.containsKey(vm);
    }

    /** Whether a VM has suspended sessions. */
    public static boolean isSuspended(SessionRegistry registry, String vm) {
        return registry.of(vm).stream().anyMatch(SuspendedVms::isSuspended);
    }

    private static boolean isSuspended(RouterSession session) {
        SessionView facts = session.facts();
        return facts != null && facts.isSuspended();
    }

    /** Deletes the checkpoints, unless the next process of the router goes on with the sessions. */
    @Override
    public void close() {
        if (kept != null) {
            return;
        }
        checkpoints.keySet().forEach(this::forget);
    }
}
