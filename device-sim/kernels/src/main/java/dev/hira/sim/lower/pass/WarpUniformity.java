package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Joins;
import java.util.BitSet;
import java.util.List;

/** Finds the registers that have the same value in all threads of a warp that are together. */
final class WarpUniformity {
    private final Routine routine;
    private final WarpBudget budget;

    /** The registers that may differ. */
    private final BitSet differing = new BitSet();

    /** The registers that hold what was in memory, or came from other threads. */
    private final BitSet found = new BitSet();

    /** Finds them; when the budget is spent, not all of them have been found. */
    WarpUniformity(Routine routine, WarpBudget budget) {
        this.routine = routine;
        this.budget = budget;
        Routine.registers(routine.parameters()).forEach(it -> differing.set(it.index()));
        Joins joins = new Joins(routine);
        BitSet branched = new BitSet();
        readsMemory();
        int before = -1;
        while (before != differing.cardinality() && !budget.isSpent()) {
            before = differing.cardinality();
            for (BasicBlock block : routine.blocks()) {
                budget.spend(block.steps().size() + 1L);
                block.steps().forEach(this::enter);
                enter(block.exit());
                if (!branched.get(block.index()) && branches(block.exit()) && !budget.isSpent()) {
                    branched.set(block.index());
                    List<Joins.Join> behind = joins.of(block);
                    budget.spend((behind.size() + 1L) * routine.blocks().size() / Byte.SIZE);
                    behind.forEach(join -> join.between().stream().forEach(this::differ));
                }
            }
        }
    }

    /** Marks the registers whose values come from memory, from other threads or from callers. */
    private void readsMemory() {
        found.or(differing);
        int before = -1;
        while (before != found.cardinality() && !budget.isSpent()) {
            before = found.cardinality();
            for (BasicBlock block : routine.blocks()) {
                budget.spend(block.steps().size() + 1L);
                for (Step step : block.steps()) {
                    boolean[] made = {isPure(step)};
                    Effects.reads(step, value -> made[0] &= isMade(value));
                    if (!made[0]) {
                        Effects.writes(step, it -> found.set(it.index()));
                    }
                }
                Effects.writes(block.exit(), it -> found.set(it.index()));
            }
        }
    }

    /** Returns whether a value is made of coordinates, parameters and constants only. */
    boolean isMade(Value value) {
        return !(value instanceof Register register) || !found.get(register.index());
    }

    /** Returns whether what a step writes depends on nothing but what it reads from registers. */
    static boolean isPure(Step step) {
        return switch (step) {
            case Step.Compute _, Step.Move _, Step.Select _ -> true;
            case Step.Load load -> load.access().space() == Space.PARAM;
            case Step.Guarded guarded -> isPure(guarded.step());
            default -> false;
        };
    }

    /** Marks what a block writes. */
    private void differ(int block) {
        BasicBlock between = routine.blocks().get(block);
        budget.spend(between.steps().size());
        between.steps().forEach(step -> Effects.writes(step, it -> differing.set(it.index())));
        Effects.writes(between.exit(), it -> differing.set(it.index()));
    }

    private void enter(Step step) {
        boolean[] same = {isPure(step)};
        Effects.reads(step, value -> same[0] &= same(value));
        if (!same[0]) {
            Effects.writes(step, it -> differing.set(it.index()));
        }
    }

    private void enter(Exit exit) {
        boolean same =
                exit instanceof Exit.Stop stop
                        && switch (stop.meeting()) {
                            case Meeting.Barrier barrier -> barrier.count() == null;
                            case Meeting.Vote _, Meeting.Reduce _ -> stop.meeting().isOfWholeWarp();
                            default -> false;
                        };
        if (!same) {
            Effects.writes(exit, it -> differing.set(it.index()));
        }
    }

    private boolean branches(Exit exit) {
        return switch (exit) {
            case Exit.Branch branch -> !same(branch.predicate());
            case Exit.Switch choice -> !same(choice.index());
            default -> false;
        };
    }

    /** Returns whether threads of a warp that are together have the same value. */
    boolean same(Value value) {
        return switch (value) {
            case Register register -> !differing.get(register.index());
            case Value.Special(var special) ->
                    special.isUniform() || special == SpecialRegister.WARPID;
            case Value.Constant _, Value.SymbolAddress _, Value.FrameAddress _ -> true;
        };
    }
}
