package dev.hira.sim.lower.pass;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.analysis.Dominators;
import dev.hira.sim.code.analysis.Effects;
import org.jspecify.annotations.Nullable;

/** The definitions of the registers that a routine writes in one place only. */
final class SingleDefinitions {
    private static final int AT_ENTRY = -1;

    private final int[] count;
    private final int[] block;
    private final int[] position;
    private final @Nullable Step[] step;

    private SingleDefinitions(int registers) {
        this.count = new int[registers];
        this.block = new int[registers];
        this.position = new int[registers];
        this.step = new Step[registers];
    }

    static SingleDefinitions of(Routine routine) {
        SingleDefinitions found = new SingleDefinitions(routine.registers().size());
        for (Routine.Place place : routine.parameters()) {
            if (place instanceof Routine.Place.InRegister(Register register)) {
                found.note(register, 0, AT_ENTRY, null);
            }
        }
        for (BasicBlock current : routine.blocks()) {
            for (int i = 0; i < current.steps().size(); i++) {
                int at = i;
                Step written = current.steps().get(i);
                Effects.writes(written, r -> found.note(r, current.index(), at, written));
            }
            Effects.writes(
                    current.exit(),
                    r -> found.note(r, current.index(), current.steps().size(), null));
        }
        return found;
    }

    private void note(Register register, int inBlock, int at, @Nullable Step by) {
        int index = register.index();
        count[index]++;
        block[index] = inBlock;
        position[index] = at;
        step[index] = by;
    }

    /** Returns whether at most one place writes the register. */
    boolean isSingle(Register register) {
        return count[register.index()] <= 1;
    }

    /** Returns the step that alone writes a register, unconditionally; null when there is none. */
    @Nullable Step only(Register register) {
        Step found = isSingle(register) ? step[register.index()] : null;
        return found instanceof Step.Guarded ? null : found;
    }

    /**
     * Returns whether the only write of the register precedes a position on every path there, or no
     * step writes it.
     */
    boolean precedes(Register register, int atBlock, int atPosition, Dominators dominators) {
        int index = register.index();
        if (count[index] == 0) {
            return true;
        }
        return block[index] == atBlock
                ? position[index] < atPosition
                : dominators.dominates(block[index], atBlock);
    }
}
