package dev.hira.sim.interpret;

import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessEvents;
import dev.hira.sim.run.AccessObserver;

/**
 * Makes the instructions of a routine report their accesses to the block's {@link AccessObserver}
 * before they execute.
 */
final class Watching {
    private final AccessEvents events;

    private Watching(AccessEvents events) {
        this.events = events;
    }

    /** Creates the watching of a routine. */
    static Watching of(Routine routine) {
        return new Watching(AccessEvents.of(routine));
    }

    Action load(Step.Load load, Accesses.Place place, Action action) {
        return telling(events.of(load), place, action);
    }

    /**
     * Wraps a store.
     *
     * @param stored the slots of the values
     */
    Action store(Step.Store store, Accesses.Place place, int[] stored, Action action) {
        AccessEvent touch = events.of(store);
        return (thread, slots) -> {
            AccessObserver witness = thread.block.witness;
            if (witness != null) {
                long[] values = new long[stored.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = slots[stored[i]];
                }
                witness.sees(thread.index, touch, place.in(slots), values);
            }
            action.run(thread, slots);
        };
    }

    Action update(Step.Atomic atomic, Accesses.Place place, Action action) {
        return telling(events.of(atomic), place, action);
    }

    private static Action telling(AccessEvent touch, Accesses.Place place, Action action) {
        return (thread, slots) -> {
            AccessObserver witness = thread.block.witness;
            long address = place.in(slots);
            if (witness != null) {
                witness.sees(thread.index, touch, address, null);
            }
            action.run(thread, slots);
            if (witness != null && touch.strong()) {
                witness.saw(thread.index, touch, address);
            }
        };
    }

    Action fence(Action action) {
        return (thread, slots) -> {
            action.run(thread, slots);
            AccessObserver witness = thread.block.witness;
            if (witness != null) {
                witness.fence(thread.index);
            }
        };
    }
}
