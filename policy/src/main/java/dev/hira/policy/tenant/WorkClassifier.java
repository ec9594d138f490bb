package dev.hira.policy.tenant;

import dev.hira.base.LongMap;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.gate.Ticket;
import dev.hira.policy.gate.WorkHistory;
import dev.hira.policy.model.ResourceRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the work that a session's commands give to devices and estimates its device time by
 * the VM's history. Three kinds: kernels, by their code; copies, by direction and bytes; other
 * work, by function.
 */
final class WorkClassifier {
    /** The roles of resources that count the bytes of a copy, one for each direction. */
    private static final List<ResourceRole> DIRECTIONS =
            List.of(ResourceRole.COPY_IN, ResourceRole.COPY_OUT, ResourceRole.COPY_ON_DEVICE);

    static final int DIRECTION_COUNT = DIRECTIONS.size();

    private static final int KERNEL = 0;
    private static final int OTHER = 1;
    private static final int COPY = 2;

    /** Estimate of the work of a function that has never run. */
    private static final long FIRST_OTHER = 5_000;

    /** Most names that are remembered; kernels with further names are unknown. */
    private static final int MOST_NAMES = 65_536;

    private final WorkHistory history;
    private final int threads;
    private final int[] directions;
    private final LongMap<KernelIdentity> identities = new LongMap<>();

    /** The work of the last call of {@link #classify}. */
    private int kind;

    private long workName;
    private long key;
    private long amount;

    /** The kernel that a name stands for, and its device. */
    record KernelIdentity(int device, long code) {}

    WorkClassifier(WorkHistory history, List<ResourceRole> roles) {
        this.history = history;
        this.threads = roles.indexOf(ResourceRole.THREADS);
        this.directions = DIRECTIONS.stream().mapToInt(roles::indexOf).toArray();
    }

    void identified(long name, KernelIdentity identity) {
        if (identities.size() < MOST_NAMES || identities.get(name) != null) {
            identities.put(name, identity);
        }
    }

    private @Nullable KernelIdentity identity(long name) {
        return name == 0 ? null : identities.get(name);
    }

    /** Classifies the work of a command. */
    void classify(JudgedCommand command) {
        workName = command.workName();
        if (workName != 0) {
            kind = KERNEL;
            key = workName;
            amount = threads(command);
            return;
        }
        int direction = direction(command);
        if (direction >= 0) {
            kind = COPY + direction;
            key = 0;
            amount = command.consumes(directions[direction]);
        } else {
            kind = OTHER;
            key = otherKey(command.function());
            amount = 0;
        }
    }

    /**
     * Returns the identity of the current work's kernel; null when it is unknown or the work is no
     * kernel.
     */
    @Nullable KernelIdentity identity() {
        return identity(workName);
    }

    /**
     * Returns the estimated device time of the work; {@link WorkHistory#UNKNOWN} when there is no
     * estimate.
     */
    long estimate(@Nullable KernelIdentity kernel) {
        if (kind == KERNEL) {
            return kernel == null ? WorkHistory.UNKNOWN : history.estimate(kernel.code(), amount);
        }
        if (kind >= COPY) {
            return history.estimateCopy(kind - COPY, amount);
        }
        long known = history.estimate(key, 0);
        return known == WorkHistory.UNKNOWN ? FIRST_OTHER : known;
    }

    /** Adds the work to a bundle if it fits; returns whether it did. */
    boolean tryJoin(Bundle former, int device) {
        return former.tryAdd(device, kind, key, amount);
    }

    /** Begins a bundle with the work. */
    void begin(Bundle fresh, Ticket ticket, int device) {
        fresh.begin(ticket, device, kind, key, amount);
    }

    /** Learns from a bundle that has ended. */
    void ended(Bundle bundle) {
        if (bundle.ran() == 0) {
            return; // it was not executed, or had no work
        }
        long mean = bundle.measured() / bundle.ran();
        long longest = bundle.longest();
        if (bundle.kind() >= COPY) {
            history.ranCopy(bundle.kind() - COPY, bundle.amount(), mean);
        } else if (bundle.kind() == OTHER) {
            history.ran(bundle.key(), 0, mean, longest);
        } else {
            KernelIdentity kernel = identity(bundle.key());
            if (kernel != null) {
                history.ran(kernel.code(), bundle.amount(), mean, longest);
            }
        }
    }

    private long threads(JudgedCommand command) {
        return threads < 0 ? 0 : command.consumes(threads);
    }

    private int direction(JudgedCommand command) {
        for (int d = 0; d < directions.length; d++) {
            if (directions[d] >= 0 && command.consumes(directions[d]) > 0) {
                return d;
            }
        }
        return -1;
    }

    /**
     * Kernel codes are hashes, so these keys collide with them no more often than hashes with each
     * other.
     */
    private static long otherKey(int function) {
        return (function + 1L) * 0xD1B54A32D192ED03L;
    }
}
