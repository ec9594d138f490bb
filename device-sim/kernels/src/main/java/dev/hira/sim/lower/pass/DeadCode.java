package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Drops steps whose results are not needed. Values are needed when steps with effects or exits read
 * them, directly or through other steps. Loads stay, since they may fault, except loads of
 * parameters. The remaining steps lose their unneeded results.
 */
final class DeadCode {
    private final Routine routine;
    private final BitSet needed = new BitSet();
    private final Map<Integer, List<Step>> writers = new HashMap<>();
    private final Deque<Register> open = new ArrayDeque<>();

    private DeadCode(Routine routine) {
        this.routine = routine;
    }

    static Routine drop(Routine routine) {
        return new DeadCode(routine).drop();
    }

    private Routine drop() {
        mark();
        UnusedResults unwanted = new UnusedResults(needed);
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            List<Step> steps = block.steps().stream().filter(this::isNeeded).toList();
            blocks.add(unwanted.drop(new BasicBlock(block.index(), steps, block.exit())));
        }
        return routine.withBlocks(blocks);
    }

    private void mark() {
        for (Routine.Place place : routine.results()) {
            if (place instanceof Routine.Place.InRegister(Register register)) {
                need(register);
            }
        }
        for (BasicBlock block : routine.blocks()) {
            for (Step step : block.steps()) {
                if (isPure(step)) {
                    Effects.writes(step, register -> writers(register).add(step));
                } else {
                    Effects.reads(step, this::need);
                }
            }
            Effects.reads(block.exit(), this::need);
        }
        while (!open.isEmpty()) {
            writers(open.pop()).forEach(step -> Effects.reads(step, this::need));
        }
    }

    private List<Step> writers(Register register) {
        return writers.computeIfAbsent(register.index(), _ -> new ArrayList<>());
    }

    private void need(Value value) {
        if (value instanceof Register register && !needed.get(register.index())) {
            needed.set(register.index());
            open.push(register);
        }
    }

    private boolean isNeeded(Step step) {
        boolean[] wanted = {!isPure(step)};
        Effects.writes(step, register -> wanted[0] |= needed.get(register.index()));
        return wanted[0] && !movesToItself(step);
    }

    private static boolean movesToItself(Step step) {
        return step instanceof Step.Move(Register target, Value value, _) && target.equals(value);
    }

    private static boolean isPure(Step step) {
        return switch (step) {
            case Step.Compute _, Step.Move _, Step.Select _ -> true;
            case Step.Load load ->
                    load.access().space() == Space.PARAM
                            && load.address().base() instanceof Value.Constant;
            case Step.Guarded guarded -> isPure(guarded.step());
            case Step.Store _,
                    Step.Atomic _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _ ->
                    false;
        };
    }
}
