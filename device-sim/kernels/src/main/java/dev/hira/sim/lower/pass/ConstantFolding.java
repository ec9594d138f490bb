package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates everything that does not depend on the run: offsets added to addresses of variables,
 * and branches and selections that constants decide.
 */
final class ConstantFolding {
    private static final List<String> SUMS = List.of("addB64", "addB32");

    private ConstantFolding() {}

    /** Returns the changed routine, or the same object when nothing changes. */
    static Routine apply(Routine routine) {
        List<BasicBlock> blocks = new ArrayList<>();
        boolean changed = false;
        for (BasicBlock block : routine.blocks()) {
            List<Step> steps = new ArrayList<>();
            for (Step step : block.steps()) {
                @Nullable Step folded = fold(step);
                changed |= !step.equals(folded);
                if (folded != null) {
                    steps.add(folded);
                }
            }
            Exit exit = fold(block.exit());
            changed |= !exit.equals(block.exit());
            blocks.add(new BasicBlock(block.index(), List.copyOf(steps), exit));
        }
        return changed ? routine.withBlocks(blocks) : routine;
    }

    /** Returns the step in its simplest form; null when it never executes. */
    private static @Nullable Step fold(Step step) {
        return switch (step) {
            case Step.Compute compute -> fold(compute);
            case Step.Select(
                            var target,
                            Value.Constant(long bits, _),
                            Value yes,
                            Value no,
                            int at) ->
                    new Step.Move(target, bits == 0 ? no : yes, at);
            case Step.Guarded(Value.Constant(long bits, _), boolean negated, Step inner, _) ->
                    (bits == 0) == negated ? fold(inner) : null;
            default -> step;
        };
    }

    private static Step fold(Step.Compute compute) {
        if (!SUMS.contains(compute.operation().method())) {
            return compute;
        }
        Value first = compute.arguments().get(0);
        Value second = compute.arguments().get(1);
        @Nullable Value sum =
                second instanceof Value.Constant distance ? sum(first, distance) : null;
        if (sum == null && first instanceof Value.Constant distance) {
            sum = sum(second, distance);
        }
        return sum == null ? compute : new Step.Move(compute.target(), sum, compute.at());
    }

    private static @Nullable Value sum(Value value, Value.Constant distance) {
        if (distance.bits() == 0) {
            return value;
        }
        long bytes = distance.carrier() == Carrier.INT ? (int) distance.bits() : distance.bits();
        return switch (value) {
            case Value.Constant(long bits, Carrier carrier) -> constant(bits + bytes, carrier);
            case Value.SymbolAddress(int symbol, long offset, Carrier carrier) ->
                    new Value.SymbolAddress(symbol, offset + bytes, carrier);
            case Value.FrameAddress(long offset, Carrier carrier) ->
                    Math.abs(bytes) <= Integer.MAX_VALUE
                            ? new Value.FrameAddress(offset + bytes, carrier)
                            : null;
            default -> null;
        };
    }

    private static Value constant(long bits, Carrier carrier) {
        return new Value.Constant(
                carrier == Carrier.INT ? Integer.toUnsignedLong((int) bits) : bits, carrier);
    }

    private static Exit fold(Exit exit) {
        return switch (exit) {
            case Exit.Branch(Value.Constant(long bits, _), int yes, int no, int at) ->
                    new Exit.Jump(bits == 0 ? no : yes, at);
            case Exit.Branch(_, int yes, int no, int at) when yes == no -> new Exit.Jump(yes, at);
            default -> exit;
        };
    }
}
