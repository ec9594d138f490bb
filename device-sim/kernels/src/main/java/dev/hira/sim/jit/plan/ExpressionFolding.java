package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds computations that need no register, because their only reader follows in the same block and
 * can compute the value where it needs it. Folding saves bytecode, since the JVM compiles only
 * methods of limited size, and lets comparisons become part of branches.
 */
public final class ExpressionFolding {
    private static final int MOST_LEAVES = 12;

    private final int[] reads;
    private final int[] writes;
    private final Map<Integer, Step.Compute> folded = new HashMap<>();

    /** Computations that can still be folded in the current block. */
    private final Map<Integer, Pending> pending = new HashMap<>();

    private record Pending(Step.Compute step, BitSet leaves) {}

    private ExpressionFolding(Routine routine) {
        this.reads = new int[routine.registers().size()];
        this.writes = new int[routine.registers().size()];
    }

    /**
     * Returns the folding of a routine.
     *
     * @param kept the plan of registers that are computed elsewhere; null when there are none
     */
    public static ExpressionFolding of(Routine routine, @Nullable RegisterPlan kept) {
        ExpressionFolding folding = new ExpressionFolding(routine);
        folding.count(routine);
        for (BasicBlock block : routine.blocks()) {
            folding.pending.clear();
            block.steps().forEach(step -> folding.look(step, kept));
            folding.read(RegisterUses.read(block.exit()));
        }
        return folding;
    }

    /** Returns a folding without folded computations: each is done in its place. */
    public static ExpressionFolding none(Routine routine) {
        return new ExpressionFolding(routine);
    }

    /** Returns the computation of a register that is folded into its reader, or null. */
    public Step.@Nullable Compute of(Register register) {
        return folded.get(register.index());
    }

    /** Returns whether the reader of a step's result does the step instead. */
    public boolean isFolded(Step step) {
        return step instanceof Step.Compute compute && folded.containsKey(compute.target().index());
    }

    private void count(Routine routine) {
        for (BasicBlock block : routine.blocks()) {
            for (Step step : block.steps()) {
                count(reads, RegisterUses.read(step));
                count(writes, RegisterUses.written(step));
            }
            count(reads, RegisterUses.read(block.exit()));
            if (block.exit() instanceof Exit.Stop stop) {
                count(writes, RegisterUses.written(stop));
            }
        }
        // Registers that a caller writes or reads are never folded.
        routine.parameters().forEach(place -> pin(writes, place));
        routine.results().forEach(place -> pin(reads, place));
    }

    private static void count(int[] counts, List<? extends Value> values) {
        for (Value value : values) {
            if (value instanceof Register register) {
                counts[register.index()]++;
            }
        }
    }

    private static void pin(int[] counts, Routine.Place place) {
        if (place instanceof Routine.Place.InRegister(Register register)) {
            counts[register.index()] += 2;
        }
    }

    private void look(Step step, @Nullable RegisterPlan kept) {
        // A store pushes its values on two paths.
        stored(step).forEach(this::keep);
        BitSet leaves = read(RegisterUses.read(step));
        for (Register written : RegisterUses.written(step)) {
            pending.values().removeIf(other -> other.leaves().get(written.index()));
            pending.remove(written.index());
        }
        if (step instanceof Step.Compute compute
                && reads[compute.target().index()] == 1
                && writes[compute.target().index()] == 1
                && leaves.cardinality() <= MOST_LEAVES
                && (kept == null || !kept.ofBlock(compute.target()))) {
            pending.put(compute.target().index(), new Pending(compute, leaves));
        }
    }

    private static List<Value> stored(Step step) {
        return switch (step) {
            case Step.Store store -> store.values();
            case Step.Guarded guarded -> stored(guarded.step());
            default -> List.of();
        };
    }

    private void keep(Value value) {
        if (value instanceof Register register) {
            pending.remove(register.index());
        }
    }

    /**
     * Folds the computations of these values where possible, and returns the registers that remain
     * to be read.
     */
    private BitSet read(List<Value> values) {
        BitSet leaves = new BitSet();
        for (Value value : values) {
            if (value instanceof Register register) {
                @Nullable Pending found = pending.remove(register.index());
                if (found == null) {
                    leaves.set(register.index());
                } else {
                    folded.put(register.index(), found.step());
                    leaves.or(found.leaves());
                }
            }
        }
        return leaves;
    }
}
