package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import java.util.BitSet;

/**
 * What chooses among the threads of a warp. A value chooses if it is made of coordinates,
 * parameters and constants only, or if it tells how coordinates compare with what was in memory or
 * came from other threads: {@code lane == k}. The comparison of two values that a thread has read,
 * as in a sorting network, does not choose.
 */
final class WarpChoices {
    private final WarpUniformity uniform;

    /** The registers that hold numbers made of coordinates, perhaps with other values. */
    private final BitSet coordinates = new BitSet();

    /** The registers that tell how coordinates compare with other values. */
    private final BitSet compared = new BitSet();

    /** Finds them; when the budget is spent, not all of them have been found. */
    WarpChoices(Routine routine, WarpBudget budget, WarpUniformity uniform) {
        this.uniform = uniform;
        int before = -1;
        while (before != size() && !budget.isSpent()) {
            before = size();
            for (BasicBlock block : routine.blocks()) {
                budget.spend(block.steps().size() + 1L);
                block.steps().forEach(this::enter);
            }
        }
    }

    private int size() {
        return coordinates.cardinality() + compared.cardinality();
    }

    private void enter(Step step) {
        if (!WarpUniformity.isPure(step)) {
            return;
        }
        boolean[] has = new boolean[3];
        Effects.reads(
                step,
                value -> {
                    has[0] |= hasCoordinates(value);
                    has[1] |= !uniform.isMade(value);
                    has[2] |= compares(value);
                });
        boolean compares = isComparison(step);
        Effects.writes(
                step,
                register -> {
                    if (has[0] && !compares) {
                        coordinates.set(register.index());
                    }
                    if (has[2] || (has[0] && has[1] && compares)) {
                        compared.set(register.index());
                    }
                });
    }

    private static boolean isComparison(Step step) {
        return switch (step) {
            case Step.Compute compute -> compute.operation().method().startsWith("setp");
            case Step.Guarded guarded -> isComparison(guarded.step());
            default -> false;
        };
    }

    private boolean hasCoordinates(Value value) {
        return value instanceof Register register
                ? coordinates.get(register.index())
                : !uniform.same(value);
    }

    private boolean compares(Value value) {
        return value instanceof Register register && compared.get(register.index());
    }

    /** Returns whether a predicate chooses threads. */
    boolean byPredicate(Value predicate) {
        return uniform.isMade(predicate) || compares(predicate);
    }

    /** Returns whether the index of a switch chooses threads. */
    boolean byIndex(Value index) {
        return byPredicate(index) || hasCoordinates(index);
    }
}
