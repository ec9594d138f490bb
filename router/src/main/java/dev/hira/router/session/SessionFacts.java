package dev.hira.router.session;

import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.journal.Journal;
import dev.hira.router.judge.PathCounters;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.time.Instant;

/**
 * The facts about an open session for administrators. Any thread may read them.
 *
 * @param process the guest's description of itself
 * @param link the kind of link that carries its frames
 * @param arena whether it has shared memory
 */
public record SessionFacts(
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
    SessionFacts at(Placed other) {
        return new SessionFacts(
                vm, process, catalog, other, ledger, counters, journal, opened, link, arena);
    }
}
