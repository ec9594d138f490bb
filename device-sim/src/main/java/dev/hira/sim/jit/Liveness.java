package dev.hira.sim.jit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.BitSet;
import java.util.List;

/**
 * Which registers of a routine hold a value that may still be read, at the beginning of each block.
 * The results of a routine are read by its returns. What a guard may leave unwritten stays alive.
 */
final class Liveness {
    private final Routine routine;
    private final BitSet[] atEntry;

    private Liveness(Routine routine) {
        this.routine = routine;
        this.atEntry = new BitSet[routine.blocks().size()];
    }

    static Liveness of(Routine routine) {
        Liveness liveness = new Liveness(routine);
        for (int i = 0; i < liveness.atEntry.length; i++) {
            liveness.atEntry[i] = new BitSet();
        }
        liveness.solve();
        return liveness;
    }

    /** The registers that are alive where a block begins. Not to be changed. */
    BitSet atEntry(int block) {
        return atEntry[block];
    }

    /** The registers that are alive behind the last step of a block, before its exit reads. */
    BitSet atExit(BasicBlock block) {
        BitSet alive = new BitSet();
        for (int next : block.exit().targets()) {
            alive.or(atEntry[next]);
        }
        if (block.exit() instanceof Exit.Stop stop) {
            Uses.written(stop).forEach(register -> alive.clear(register.index()));
        }
        Uses.read(block.exit()).forEach(value -> add(alive, value));
        if (block.exit() instanceof Exit.Return) {
            addResults(alive);
        }
        return alive;
    }

    /** Goes from behind a step to before it. */
    static void before(Step step, BitSet alive) {
        if (!(step instanceof Step.Guarded)) {
            Uses.written(step).forEach(register -> alive.clear(register.index()));
        }
        Uses.read(step).forEach(value -> add(alive, value));
    }

    private void solve() {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = atEntry.length - 1; i >= 0; i--) {
                BitSet alive = beforeBlock(routine.blocks().get(i));
                if (!alive.equals(atEntry[i])) {
                    atEntry[i] = alive;
                    changed = true;
                }
            }
        }
    }

    private BitSet beforeBlock(BasicBlock block) {
        BitSet alive = atExit(block);
        List<Step> steps = block.steps();
        for (int i = steps.size() - 1; i >= 0; i--) {
            before(steps.get(i), alive);
        }
        return alive;
    }

    private void addResults(BitSet alive) {
        for (Routine.Place place : routine.results()) {
            if (place instanceof Routine.Place.InRegister(Register register)) {
                alive.set(register.index());
            }
        }
    }

    private static void add(BitSet alive, Value value) {
        if (value instanceof Register register) {
            alive.set(register.index());
        }
    }
}
