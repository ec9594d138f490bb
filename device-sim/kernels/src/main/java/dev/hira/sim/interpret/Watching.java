package dev.hira.sim.interpret;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.run.AccessEvent;
import dev.hira.sim.run.AccessObserver;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the instructions of a routine report their accesses to the block's {@link AccessObserver}
 * before they execute.
 */
final class Watching {
    /** The number of reads of each register other than those that only store it. */
    private final Map<Value, Integer> uses = new HashMap<>();

    private Watching() {}

    /** Creates the watching of a routine. */
    static Watching of(Routine routine) {
        Watching watching = new Watching();
        for (BasicBlock block : routine.blocks()) {
            for (Step step : block.steps()) {
                Effects.reads(step, value -> watching.uses.merge(value, 1, Integer::sum));
                watching.discountStored(step);
            }
            Effects.reads(block.exit(), value -> watching.uses.merge(value, 1, Integer::sum));
        }
        for (Routine.Place place : routine.results()) {
            if (place instanceof Routine.Place.InRegister(Register result)) {
                watching.uses.merge(result, 1, Integer::sum);
            }
        }
        return watching;
    }

    private void discountStored(Step step) {
        switch (step) {
            case Step.Store store ->
                    store.values().forEach(value -> uses.merge(value, -1, Integer::sum));
            case Step.Guarded guarded -> discountStored(guarded.step());
            default -> {}
        }
    }

    private boolean onlyStored(List<@Nullable Register> targets) {
        return targets.stream().allMatch(target -> uses.getOrDefault(target, 0) == 0);
    }

    Action load(Step.Load load, Accesses.Place place, Action action) {
        boolean copies = onlyStored(load.targets());
        return telling(
                new AccessEvent(AccessEvent.Kind.READ, load.access(), copies, load.at()),
                place,
                action);
    }

    /**
     * Wraps a store.
     *
     * @param stored the slots of the values
     */
    Action store(Step.Store store, Accesses.Place place, int[] stored, Action action) {
        AccessEvent touch =
                new AccessEvent(AccessEvent.Kind.WRITE, store.access(), false, store.at());
        return (thread, slots) -> {
            AccessObserver witness = thread.block.witness;
            if (witness != null) {
                witness.sees(
                        thread.index,
                        touch,
                        place.in(slots),
                        () -> Accesses.changes(thread, store.access(), place, stored));
            }
            action.run(thread, slots);
        };
    }

    Action update(Step.Atomic atomic, Accesses.Place place, Action action) {
        return telling(
                new AccessEvent(kind(atomic), atomic.access(), false, atomic.at()), place, action);
    }

    /** Strong loads and stores of 128 bits are updates as well. */
    private static AccessEvent.Kind kind(Step.Atomic atomic) {
        boolean writes = atomic.update() == Step.Update.EXCHANGE && atomic.isUnwanted();
        return switch (atomic.update()) {
            case READ -> AccessEvent.Kind.READ;
            case EXCHANGE ->
                    writes && atomic.access().elements() > 1
                            ? AccessEvent.Kind.WRITE
                            : AccessEvent.Kind.UPDATE;
            default -> AccessEvent.Kind.UPDATE;
        };
    }

    private static Action telling(AccessEvent touch, Accesses.Place place, Action action) {
        return (thread, slots) -> {
            AccessObserver witness = thread.block.witness;
            long address = place.in(slots);
            if (witness != null) {
                witness.sees(thread.index, touch, address, () -> true);
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
