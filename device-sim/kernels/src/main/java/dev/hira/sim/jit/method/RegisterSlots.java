package dev.hira.sim.jit.method;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Liveness;
import dev.hira.sim.jit.plan.CarrierTypes;
import dev.hira.sim.jit.plan.ExpressionFolding;
import dev.hira.sim.jit.plan.RegisterUses;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The local variables of a method that hold registers. Registers share a local variable when their
 * spans have no common position; a span reaches from the first to the last position at which a
 * register is alive.
 */
public final class RegisterSlots {
    private static final int NONE = -1;

    private final Routine routine;
    private final ExpressionFolding folding;
    private final int[] first;
    private final int[] last;
    private final int[] slot;
    private final Deque<Integer> narrow = new ArrayDeque<>();
    private final Deque<Integer> wide = new ArrayDeque<>();
    private int position;

    public RegisterSlots(Routine routine, ExpressionFolding folding) {
        this.routine = routine;
        this.folding = folding;
        int count = routine.registers().size();
        this.first = new int[count];
        this.last = new int[count];
        this.slot = new int[count];
        Arrays.fill(first, Integer.MAX_VALUE);
        Arrays.fill(last, NONE);
        Arrays.fill(slot, NONE);
    }

    /** Returns the local variable of a register. */
    public int of(Register register) {
        int found = slot[register.index()];
        if (found == NONE) {
            throw new IllegalStateException(
                    "The register " + register.name() + " has no local variable here.");
        }
        return found;
    }

    /** Returns whether a register has a local variable. */
    public boolean has(Register register) {
        return slot[register.index()] != NONE;
    }

    /** Assigns a register a local variable of its own. */
    public void pin(Register register, int local) {
        slot[register.index()] = local;
    }

    /** Keeps a register alive from before the first block. */
    public void touchBeginning(Register register) {
        touch(register, 0);
    }

    /** Records where registers are alive. */
    public void scan(List<BasicBlock> blocks, Liveness liveness) {
        position = 1;
        for (BasicBlock block : blocks) {
            touch(liveness.liveIn(block.index()));
            for (Step step : block.steps()) {
                position++;
                if (!folding.isFolded(step)) {
                    RegisterUses.read(step).forEach(this::touch);
                    RegisterUses.written(step).forEach(register -> touch(register, position));
                }
            }
            position++;
            RegisterUses.read(block.exit()).forEach(this::touch);
            touch(liveness.liveAcross(block.index()));
            if (block.exit() instanceof Exit.Return) {
                Routine.registers(routine.results()).forEach(this::touch);
            }
            if (block.exit() instanceof Exit.Stop) {
                position++;
            }
        }
    }

    /** Records that a value is read before the first block. */
    public void touchBeginning(Value value) {
        position = 0;
        touch(value);
    }

    private void touch(BitSet alive) {
        alive.stream().forEach(index -> touch(routine.registers().get(index), position));
    }

    private void touch(Value value) {
        if (value instanceof Register register) {
            Step.@Nullable Compute compute = folding.of(register);
            if (compute == null) {
                touch(register, position);
            } else {
                compute.arguments().forEach(this::touch);
            }
        }
    }

    private void touch(Register register, int at) {
        first[register.index()] = Math.min(first[register.index()], at);
        last[register.index()] = Math.max(last[register.index()], at);
    }

    /**
     * Assigns the local variables.
     *
     * @param without registers that need none
     */
    public void allocate(CodeBuilder code, Predicate<Register> without) {
        List<Register> order = new ArrayList<>();
        for (Register register : routine.registers()) {
            int index = register.index();
            if (last[index] != NONE
                    && slot[index] == NONE
                    && folding.of(register) == null
                    && !without.test(register)) {
                order.add(register);
            }
        }
        order.sort(Comparator.comparingInt(register -> first[register.index()]));
        Queue<Register> active =
                new PriorityQueue<>(Comparator.comparingInt(register -> last[register.index()]));
        for (Register register : order) {
            @Nullable Register old = active.peek();
            while (old != null && last[old.index()] < first[register.index()]) {
                free(old).push(slot[old.index()]);
                active.remove();
                old = active.peek();
            }
            @Nullable Integer free = free(register).poll();
            slot[register.index()] =
                    free == null ? code.allocateLocal(CarrierTypes.kind(register.carrier())) : free;
            active.add(register);
        }
    }

    /** Returns the local variables that are free for registers as wide as this one. */
    private Deque<Integer> free(Register register) {
        TypeKind kind = CarrierTypes.kind(register.carrier());
        return kind.slotSize() == 2 ? wide : narrow;
    }
}
