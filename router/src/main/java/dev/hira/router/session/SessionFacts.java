package dev.hira.router.session;

import dev.hira.router.books.Ledger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.judge.PathCounters;
import dev.hira.router.operator.vms.VmTotals;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.time.Instant;

/**
 * What administrators may know of an open session. May be read by any thread.
 *
 * @param process what the guest says of itself
 * @param link what carries its frames
 * @param arena whether it has shared memory
 */
public record SessionFacts(
        String vm,
        String process,
        Catalog catalog,
        Placed placed,
        Ledger ledger,
        PathCounters counters,
        Instant opened,
        String link,
        boolean arena) {
    /**
     * The device that it sees, by its name in the router; {@link VmTotals#SEVERAL} if there are
     * more.
     */
    public String device() {
        return placed.ordinals().size() == 1
                ? placed.server().name() + "/" + placed.ordinals().getFirst()
                : VmTotals.SEVERAL;
    }
}
