package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.Effects;
import dev.hira.sim.code.analysis.Substitution;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replaces reads of a moved register by reads of its source. Compilers write nearly all registers
 * once, and move constants, parameters and results between them all the time.
 *
 * <p>A register that is written once, by a move of a constant or an address, has that value
 * everywhere. A register that is written once, by a move of another register that is itself written
 * once, equals that register at each read, provided that it is never read before it is written.
 * Every path to the read then passes both writes in this order, and a path that writes the source
 * again passes the move again before the next read.
 */
final class CopyPropagation {
    private final Routine routine;
    private final SingleDefinitions definitions;
    private final Dominators dominators;
    private final @Nullable Value[] instead;
    private boolean changed;

    private CopyPropagation(Routine routine) {
        this.routine = routine;
        this.definitions = SingleDefinitions.of(routine);
        this.dominators = Dominators.of(routine);
        this.instead = new Value[routine.registers().size()];
    }

    /** Returns the changed routine, or the same object when nothing changes. */
    static Routine apply(Routine routine) {
        return new CopyPropagation(routine).apply();
    }

    private Routine apply() {
        boolean[] early = readEarly();
        for (Register register : routine.registers()) {
            if (definitions.only(register) instanceof Step.Move(_, Value value, _)
                    && canReplace(register, value, early)) {
                instead[register.index()] = value;
            }
        }
        Substitution substitution = new Substitution(this::source, register -> register);
        List<BasicBlock> blocks = new ArrayList<>();
        for (BasicBlock block : routine.blocks()) {
            List<Step> steps = block.steps().stream().map(substitution::apply).toList();
            blocks.add(new BasicBlock(block.index(), steps, substitution.apply(block.exit())));
        }
        return changed ? routine.withBlocks(blocks) : routine;
    }

    private boolean canReplace(Register register, Value value, boolean[] early) {
        return switch (value) {
            case Value.Constant _, Value.SymbolAddress _, Value.FrameAddress _ -> true;
            case Value.Special _ -> false;
            case Register source ->
                    definitions.isSingle(source)
                            && !early[register.index()]
                            && !early[source.index()]
                            && !isResult(register);
        };
    }

    /** The results of a routine have reads that this pass does not see. */
    private boolean isResult(Register register) {
        return routine.results().contains(new Routine.Place.InRegister(register));
    }

    /** Follows moves to the original source and caches it for all registers on the way. */
    private Value source(Value value) {
        Value first = value;
        for (Value next = instead(first); next != null; next = instead(first)) {
            first = next;
            changed = true;
        }
        Value at = value;
        for (Value next = instead(at); next != null; next = instead(at)) {
            if (at instanceof Register register) {
                instead[register.index()] = first;
            }
            at = next;
        }
        return first;
    }

    private @Nullable Value instead(Value value) {
        return value instanceof Register register ? instead[register.index()] : null;
    }

    /** Returns the registers that may be read before their only write. */
    private boolean[] readEarly() {
        boolean[] early = new boolean[routine.registers().size()];
        for (BasicBlock block : routine.blocks()) {
            for (int i = 0; i < block.steps().size(); i++) {
                int at = i;
                Effects.reads(block.steps().get(i), v -> note(v, block.index(), at, early));
            }
            Effects.reads(block.exit(), v -> note(v, block.index(), block.steps().size(), early));
        }
        return early;
    }

    private void note(Value value, int block, int position, boolean[] early) {
        if (value instanceof Register register
                && !early[register.index()]
                && definitions.isSingle(register)) {
            early[register.index()] = !definitions.precedes(register, block, position, dominators);
        }
    }
}
