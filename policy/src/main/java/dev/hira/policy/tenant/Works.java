package dev.hira.policy.tenant;

import dev.hira.policy.JudgedCommand;
import dev.hira.policy.gate.KernelHistory;
import dev.hira.policy.gate.LongTable;
import dev.hira.policy.gate.Ticket;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session's commands give devices to do, and what that takes by its VM's history. Three
 * kinds: kernels, by what their function stands for; copies, by direction and bytes; and anything
 * else, by function.
 */
final class Works {
    /** The resources whose amounts are bytes that a copy moves, a direction each. */
    private static final List<String> DIRECTIONS =
            List.of("bytes_to_device", "bytes_from_device", "bytes_on_device");

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
    private final LongTable<Identity> identities = new LongTable<>();

    /** What a name stands for. */
    record Identity(int device, long code, String label) {}

    Works(KernelHistory history, List<String> resources) {
        this.history = history;
        this.threads = resources.indexOf("threads");
        this.directions = DIRECTIONS.stream().mapToInt(resources::indexOf).toArray();
    }

    void identified(long name, Identity identity) {
        if (identities.size() < MOST_NAMES || identities.get(name) != null) {
            identities.put(name, identity);
        }
    }

    @Nullable Identity identity(long name) {
        return name == 0 ? null : identities.get(name);
    }

    /** What a command will take; {@link KernelHistory#UNKNOWN} when nobody can know. */
    long estimate(JudgedCommand command, @Nullable Identity identity) {
        if (command.code() != 0) {
            return identity == null
                    ? KernelHistory.UNKNOWN
                    : history.kernel(identity.code(), threads(command));
        }
        int direction = direction(command);
        if (direction >= 0) {
            return history.copy(direction, command.consumes(directions[direction]));
        }
        long known = history.kernel(otherKey(command.function()), 0);
        return known == KernelHistory.UNKNOWN ? FIRST_OTHER : known;
    }

    void describe(Ticket ticket, JudgedCommand command, int device) {
        if (command.code() != 0) {
            ticket.describe(device, KERNEL, command.code(), threads(command));
            return;
        }
        int direction = direction(command);
        if (direction >= 0) {
            long bytes = command.consumes(directions[direction]);
            ticket.describe(device, COPY + direction, 0, bytes);
        } else {
            ticket.describe(device, OTHER, otherKey(command.function()), 0);
        }
    }

    /** The kernel's name, for people; null when it is not a kernel that is known. */
    @Nullable String label(Ticket ticket) {
        Identity identity = ticket.kind() == KERNEL ? identity(ticket.key()) : null;
        return identity == null ? null : identity.label();
    }

    boolean isKernel(Ticket ticket) {
        return ticket.kind() == KERNEL;
    }

    /** Learns from what ended. */
    void ended(Ticket ticket, long nanos) {
        if (nanos <= 0) {
            return; // it was not done, or there was nothing to do
        }
        if (ticket.kind() >= COPY) {
            history.ranCopy(ticket.kind() - COPY, ticket.amount(), nanos);
        } else if (ticket.kind() == OTHER) {
            history.ranKernel(ticket.key(), 0, nanos);
        } else {
            Identity identity = identity(ticket.key());
            if (identity != null) {
                history.ranKernel(identity.code(), ticket.amount(), nanos);
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
