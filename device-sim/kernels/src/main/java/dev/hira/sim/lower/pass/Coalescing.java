package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Substitution;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes results directly in their target instead of moving them there: a register that is
 * written once and read once, by a move within the same block, is replaced by the target of that
 * move when no step in between touches the target.
 */
final class Coalescing {
    /** The largest distance between a move and the step that produces its value. */
    private static final int MOST_STEPS_BACK = 256;

    private final SingleDefinitions definitions;
    private final int[] reads;

    private Coalescing(Routine routine) {
        this.definitions = SingleDefinitions.of(routine);
        this.reads = new int[routine.registers().size()];
        for (BasicBlock block : routine.blocks()) {
            block.steps().forEach(step -> Effects.reads(step, this::count));
            Effects.reads(block.exit(), this::count);
        }
        for (Routine.Place place : routine.results()) {
            if (place instanceof Routine.Place.InRegister(Register register)) {
                count(register);
            }
        }
    }

    static Routine apply(Routine routine) {
        Coalescing coalescing = new Coalescing(routine);
        return routine.withBlocks(routine.blocks().stream().map(coalescing::apply).toList());
    }

    private void count(Value value) {
        if (value instanceof Register register) {
            reads[register.index()]++;
        }
    }

    private BasicBlock apply(BasicBlock block) {
        List<Step> steps = new ArrayList<>();
        for (Step step : block.steps()) {
            int source = step instanceof Step.Move move ? source(move, steps) : -1;
            if (source >= 0 && step instanceof Step.Move move) {
                Substitution retarget =
                        new Substitution(
                                value -> value,
                                written -> written.equals(move.value()) ? move.target() : written);
                steps.set(source, retarget.apply(steps.get(source)));
            } else {
                steps.add(step);
            }
        }
        return new BasicBlock(block.index(), List.copyOf(steps), block.exit());
    }

    /**
     * Returns the index of the step before it that produces a move's value for this move alone, or
     * -1.
     */
    private int source(Step.Move move, List<Step> before) {
        if (!(move.value() instanceof Register value)
                || !definitions.isSingle(value)
                || reads[value.index()] != 1
                || value.bits() != move.target().bits()) {
            return -1;
        }
        int earliest = Math.max(0, before.size() - MOST_STEPS_BACK);
        for (int i = before.size() - 1; i >= earliest; i--) {
            Step step = before.get(i);
            if (Effects.writes(step, value)) {
                boolean free =
                        !(step instanceof Step.Guarded) && !Effects.writes(step, move.target());
                return free ? i : -1;
            }
            if (Effects.writes(step, move.target()) || Effects.reads(step, move.target())) {
                return -1;
            }
        }
        return -1;
    }
}
