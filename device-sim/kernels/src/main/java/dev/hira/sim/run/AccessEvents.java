package dev.hira.sim.run;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Describes the accesses of a routine to the {@link AccessObserver}. */
public final class AccessEvents {
    /** The number of reads of each register other than those that only store it. */
    private final Map<Value, Integer> uses = new HashMap<>();

    private AccessEvents() {}

    /** Prepares the description of a routine's accesses. */
    public static AccessEvents of(Routine routine) {
        AccessEvents events = new AccessEvents();
        for (BasicBlock block : routine.blocks()) {
            for (Step step : block.steps()) {
                Effects.reads(step, value -> events.uses.merge(value, 1, Integer::sum));
                events.discountStored(step);
            }
            Effects.reads(block.exit(), value -> events.uses.merge(value, 1, Integer::sum));
        }
        for (Routine.Place place : routine.results()) {
            if (place instanceof Routine.Place.InRegister(Register result)) {
                events.uses.merge(result, 1, Integer::sum);
            }
        }
        return events;
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

    /** Describes a load. */
    public AccessEvent of(Step.Load load) {
        boolean copies = onlyStored(load.targets());
        return new AccessEvent(AccessEvent.Kind.READ, load.access(), copies, load.at());
    }

    /** Describes a store. */
    public AccessEvent of(Step.Store store) {
        return new AccessEvent(AccessEvent.Kind.WRITE, store.access(), false, store.at());
    }

    /** Describes an atomic access. */
    public AccessEvent of(Step.Atomic atomic) {
        return new AccessEvent(kind(atomic), atomic.access(), false, atomic.at());
    }

    /** Strong loads and stores of 128 bits are atomic accesses as well. */
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
}
