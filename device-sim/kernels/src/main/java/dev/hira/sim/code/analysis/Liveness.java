package dev.hira.sim.code.analysis;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the registers that hold values with later reads. A guarded step keeps the old value of its
 * target alive.
 */
public final class Liveness {
    private final Routine routine;
    private final List<BitSet> liveIn = new ArrayList<>();

    private Liveness(Routine routine) {
        this.routine = routine;
    }

    /** Computes the liveness of a routine's registers. */
    public static Liveness of(Routine routine) {
        Liveness liveness = new Liveness(routine);
        routine.blocks().forEach(_ -> liveness.liveIn.add(new BitSet()));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int i = routine.blocks().size() - 1; i >= 0; i--) {
                BasicBlock block = routine.blocks().get(i);
                BitSet live = liveness.liveOut(i);
                liveness.backOver(block.exit(), live);
                for (Step step : block.steps().reversed()) {
                    backOver(step, live);
                }
                if (!live.equals(liveness.liveIn.get(i))) {
                    liveness.liveIn.set(i, live);
                    changed = true;
                }
            }
        }
        return liveness;
    }

    /** The registers that are live at the start of a block. */
    public BitSet liveIn(int block) {
        return (BitSet) liveIn.get(block).clone();
    }

    /**
     * The registers that are live after a block: those that are live at the start of its
     * successors.
     */
    public BitSet liveOut(int block) {
        BitSet live = new BitSet();
        for (int target : routine.blocks().get(block).exit().targets()) {
            live.or(liveIn.get(target));
        }
        return live;
    }

    /**
     * The registers that a thread must keep while it waits at the end of a block: those live after
     * the block except the results of the meeting.
     */
    public BitSet liveAcross(int block) {
        BitSet live = liveOut(block);
        Effects.writes(
                routine.blocks().get(block).exit(), register -> live.clear(register.index()));
        return live;
    }

    /** Turns the set of registers that are live after a step into the set before it. */
    public static void backOver(Step step, BitSet live) {
        if (!(step instanceof Step.Guarded)) {
            Effects.writes(step, register -> live.clear(register.index()));
        }
        Effects.reads(step, value -> read(value, live));
    }

    private void backOver(Exit exit, BitSet live) {
        Effects.writes(exit, register -> live.clear(register.index()));
        Effects.reads(exit, value -> read(value, live));
        if (exit instanceof Exit.Return) {
            for (Routine.Place place : routine.results()) {
                if (place instanceof Routine.Place.InRegister(Register register)) {
                    live.set(register.index());
                }
            }
        }
    }

    private static void read(Value value, BitSet live) {
        if (value instanceof Register register) {
            live.set(register.index());
        }
    }
}
