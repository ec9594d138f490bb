package dev.hira.sim.memory;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/**
 * The allocations of a space that may have to wait for earlier ones in their place. Guarded by the
 * space.
 */
final class AddressReuse<F> {
    private final List<Allocation<F>> successors = new ArrayList<>();

    /** Adds a new allocation if it has to wait for any. */
    void add(Allocation<F> allocation) {
        if (!allocation.successorOf().isEmpty()) {
            successors.removeIf(old -> old.successorOf().isEmpty());
            successors.add(allocation);
        }
    }

    /**
     * Returns the fences that the allocations wait for.
     *
     * @param done tells whether a fence is done
     */
    List<F> pending(Predicate<F> done) {
        List<F> pending = new ArrayList<>();
        for (Iterator<Allocation<F>> all = successors.iterator(); all.hasNext(); ) {
            Allocation<F> allocation = all.next();
            List<F> before = allocation.successorOf().stream().filter(done.negate()).toList();
            if (before.isEmpty()) {
                allocation.forgetPredecessors();
                all.remove();
            }
            pending.addAll(before);
        }
        return pending;
    }
}
