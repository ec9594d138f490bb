package dev.hira.policy.tenant;

import dev.hira.base.LongMap;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.gate.KernelHistory;
import dev.hira.policy.gate.Ticket;
import dev.hira.policy.model.ResourceRole;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session's commands give devices to do, and what that takes by its VM's history. Three
 * kinds: kernels, by what their function stands for; copies, by direction and bytes; and anything
 * else, by function.
 */
final class WorkClassifier {
    /** The roles of resources whose amounts are bytes that a copy moves, a direction each. */
    private static final List<ResourceRole> DIRECTIONS =
            List.of(ResourceRole.COPY_IN, ResourceRole.COPY_OUT, ResourceRole.COPY_ON_DEVICE);

    static final int DIRECTION_COUNT = DIRECTIONS.size();

    private static final int KERNEL = 0;
    private static final int OTHER = 1;
    private static final int COPY = 2;

    /** What is assumed of a function that was never seen at work. */
    private static final long FIRST_OTHER = 5_000;

    /** How many names are remembered; beyond, kernels are unknown. */
    private static final int MOST_NAMES = 65_536;

    private final KernelHistory history;
    private final int threads;
    private final int[] directions;
    private final LongMap<Identity> identities = new LongMap<>();

    /** The work that was looked at last. */
    private int kind;

    private long code;
    private long key;
    private long amount;

    /** What a name stands for. */
    record Identity(int device, long code, String label) {}

    WorkClassifier(KernelHistory history, List<ResourceRole> roles) {
        this.history = history;
        this.threads = roles.indexOf(ResourceRole.THREADS);
        this.directions = DIRECTIONS.stream().mapToInt(roles::indexOf).toArray();
    }

    void identified(long name, Identity identity) {
        if (identities.size() < MOST_NAMES || identities.get(name) != null) {
            identities.put(name, identity);
        }
    }

    private @Nullable Identity identity(long name) {
        return name == 0 ? null : identities.get(name);
    }

    /** Looks at what a command gives a device to do. */
    void look(JudgedCommand command) {
        code = command.code();
        if (code != 0) {
            kind = KERNEL;
            key = code;
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

    /** What the kernel is that was looked at; null when nobody knows or it is none. */
    @Nullable Identity identity() {
        return identity(code);
    }

    /** What the work will take; {@link KernelHistory#UNKNOWN} when nobody can know. */
    long estimate(@Nullable Identity kernel) {
        if (kind == KERNEL) {
            return kernel == null ? KernelHistory.UNKNOWN : history.kernel(kernel.code(), amount);
        }
        if (kind >= COPY) {
            return history.copy(kind - COPY, amount);
        }
        long known = history.kernel(key, 0);
        return known == KernelHistory.UNKNOWN ? FIRST_OTHER : known;
    }

    /** Whether the work goes along with what went before. */
    boolean goesWith(Bundle former, int device) {
        return former.takes(device, kind, key, amount);
    }

    /** Begins a bundle with the work. */
    void begin(Bundle fresh, Ticket ticket, int device) {
        fresh.begin(ticket, device, kind, key, amount);
    }

    /** The kernel's name, for people; null when it is not a kernel that is known. */
    @Nullable String label(Bundle bundle) {
        Identity kernel = isKernel(bundle) ? identity(bundle.key()) : null;
        return kernel == null ? null : kernel.label();
    }

    boolean isKernel(Bundle bundle) {
        return bundle.kind() == KERNEL;
    }

    /** Learns from what ended. */
    void ended(Bundle bundle) {
        if (bundle.ran() == 0) {
            return; // it was not done, or there was nothing to do
        }
        long mean = bundle.measured() / bundle.ran();
        long longest = bundle.longest();
        if (bundle.kind() >= COPY) {
            history.ranCopy(bundle.kind() - COPY, bundle.amount(), mean);
        } else if (bundle.kind() == OTHER) {
            history.ranKernel(bundle.key(), 0, mean, longest);
        } else {
            Identity kernel = identity(bundle.key());
            if (kernel != null) {
                history.ranKernel(kernel.code(), bundle.amount(), mean, longest);
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

    /** Kernels' codes are hashes, so these are as unlikely to meet them as each other. */
    private static long otherKey(int function) {
        return (function + 1L) * 0xD1B54A32D192ED03L;
    }
}
