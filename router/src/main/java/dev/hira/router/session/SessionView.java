package dev.hira.router.session;

import dev.hira.policy.model.Protection;
import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.journal.Journal;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.CommandLog;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An open session as administrators see it. Any thread may read it.
 *
 * @param process the guest's description of itself
 * @param link the kind of link that carries its frames
 * @param arena whether it has shared memory
 */
public record SessionView(
        String vm,
        String process,
        Catalog catalog,
        Placed placed,
        Ledger ledger,
        PathCounters counters,
        Journal journal,
        Instant opened,
        String link,
        boolean arena) {
    /**
     * Returns the router's name of the device that it sees; {@link VmTotals#SEVERAL} if it sees
     * several.
     */
    public String device() {
        return placed.ordinals().size() == 1
                ? placed.server().name() + "/" + placed.ordinals().getFirst()
                : VmTotals.SEVERAL;
    }

    /** Whether the session is at no server, because its VM is suspended. */
    public boolean isSuspended() {
        return placed.equals(Placed.NOWHERE);
    }

    /** Returns the same session at another place. */
    SessionView at(Placed other) {
        return new SessionView(
                vm, process, catalog, other, ledger, counters, journal, opened, link, arena);
    }

    /**
     * How a session is protected against the death of its server at this moment.
     *
     * @param level the level with which it was opened
     * @param repeatable whether another server could repeat its commands now
     * @param problem the reason why it is not, or why its last checkpoint failed; empty: none
     * @param checkpoint age of the checkpoint from which another server would go on, in
     *     nanoseconds; negative: it would begin at the session's beginning
     * @param checkpointBytes the size of that checkpoint
     * @param logBytes the commands since then, with what belongs to them
     */
    public record ProtectionNow(
            Protection level,
            boolean repeatable,
            String problem,
            long checkpoint,
            long checkpointBytes,
            long logBytes) {
        static ProtectionNow of(
                Protection level,
                @Nullable CommandLog log,
                @Nullable SessionCheckpoints checkpoints) {
            boolean repeatable = log != null && log.isComplete();
            String problem = checkpoints == null ? "" : checkpoints.problem();
            if (log != null && !repeatable && problem.isEmpty()) {
                problem = "the commands since the beginning exceed recovery.log";
            }
            return new ProtectionNow(
                    level,
                    repeatable,
                    problem,
                    checkpoints == null ? -1 : checkpoints.age(),
                    checkpoints == null ? 0 : checkpoints.bytes(),
                    log == null ? 0 : log.size());
        }
    }
}
