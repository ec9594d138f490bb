package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Decides how a kernel's registers survive where threads stop. A register that is written in a
 * single place, from values that the whole block shares, is computed once by each piece before its
 * threads run. A register that is cheap to compute from the thread's number and such registers is
 * recomputed. All others are stored.
 */
public final class RegisterPlan {
    /** The most operations for which recomputing a register is preferred to storing it. */
    private static final int MOST_COST = 5;

    private final Routine kernel;
    private final int parameterBytes;
    private final int[] writes;
    private final int[] cost;
    private final boolean[] ofBlock;
    private final boolean[] ofThread;
    private final List<Step> blockSteps = new ArrayList<>();
    private final List<Step> threadSteps = new ArrayList<>();

    private RegisterPlan(Routine kernel, int parameterBytes) {
        this.kernel = kernel;
        this.parameterBytes = parameterBytes;
        int count = kernel.registers().size();
        this.writes = new int[count];
        this.cost = new int[count];
        this.ofBlock = new boolean[count];
        this.ofThread = new boolean[count];
    }

    /**
     * Makes the plan of all registers.
     *
     * @param parameterBytes size of the kernel's parameters
     */
    public static RegisterPlan of(Routine kernel, int parameterBytes) {
        RegisterPlan kept = new RegisterPlan(kernel, parameterBytes);
        kept.countWrites();
        kept.collect(kept.blockSteps, kept.ofBlock, kept::isOfBlock);
        kept.collect(kept.threadSteps, kept.ofThread, kept::isOfThread);
        return kept;
    }

    /**
     * Returns whether a register holds the same value for all threads of the block at every read.
     */
    public boolean ofBlock(Register register) {
        return ofBlock[register.index()];
    }

    /** Returns whether a register is recomputed rather than stored. */
    public boolean ofThread(Register register) {
        return ofThread[register.index()];
    }

    /** Returns whether a register must be stored where threads stop. */
    public boolean stored(Register register) {
        return !ofBlock(register) && !ofThread(register);
    }

    /** Returns the steps that compute registers of the block, each after those that it reads. */
    public List<Step> blockSteps() {
        return blockSteps;
    }

    /** Returns the steps that compute registers of the thread, each after those that it reads. */
    public List<Step> threadSteps() {
        return threadSteps;
    }

    private void countWrites() {
        for (BasicBlock block : kernel.blocks()) {
            for (Step step : block.steps()) {
                int weight = step instanceof Step.Guarded ? 2 : 1;
                RegisterUses.written(step).forEach(register -> writes[register.index()] += weight);
            }
            if (block.exit() instanceof Exit.Stop stop) {
                RegisterUses.written(stop).forEach(register -> writes[register.index()] += 2);
            }
        }
    }

    private void collect(List<Step> found, boolean[] marks, Predicate<Step> wanted) {
        boolean more = true;
        while (more) {
            more = false;
            for (BasicBlock block : kernel.blocks()) {
                for (Step step : block.steps()) {
                    if (isSingle(step) && !known(step) && wanted.test(step)) {
                        RegisterUses.written(step)
                                .forEach(register -> marks[register.index()] = true);
                        found.add(step);
                        more = true;
                    }
                }
            }
        }
    }

    private boolean isSingle(Step step) {
        List<Register> written = RegisterUses.written(step);
        return !written.isEmpty()
                && written.stream().allMatch(register -> writes[register.index()] == 1);
    }

    private boolean known(Step step) {
        return RegisterUses.written(step).stream()
                .anyMatch(register -> ofBlock(register) || ofThread(register));
    }

    private boolean isOfBlock(Step step) {
        return isPure(step)
                && RegisterUses.read(step).stream()
                        .allMatch(value ->
                                switch (value) {
                                    case Register register -> ofBlock(register);
                                    case Value.Special special -> special.register().isUniform();
                                    case Value.Constant _,
                                            Value.SymbolAddress _,
                                            Value.FrameAddress _ ->
                                            true;
                                });
    }

    private boolean isOfThread(Step step) {
        if (!isPure(step)) {
            return false;
        }
        int sum = 1;
        for (Value value : RegisterUses.read(step)) {
            if (value instanceof Register register && !ofBlock(register)) {
                if (!ofThread(register)) {
                    return false;
                }
                sum += cost[register.index()];
            } else if (value instanceof Value.Special special && special.register().isClock()) {
                return false;
            }
        }
        int total = sum;
        RegisterUses.written(step).forEach(register -> cost[register.index()] = total);
        return sum <= MOST_COST;
    }

    private boolean isPure(Step step) {
        return switch (step) {
            case Step.Compute _, Step.Move _, Step.Select _ -> true;
            case Step.Load load -> isOfParameters(load, parameterBytes);
            case Step.Store _,
                    Step.Atomic _,
                    Step.Fence _,
                    Step.Call _,
                    Step.IndirectCall _,
                    Step.BuiltinCall _,
                    Step.Guarded _ ->
                    false;
        };
    }

    /** Returns whether a load reads the kernel's parameters at a valid, fixed place. */
    public static boolean isOfParameters(Step.Load load, int parameterBytes) {
        if (load.access().space() != Space.PARAM
                || !(load.address().base() instanceof Value.Constant(long bits, Carrier _))) {
            return false;
        }
        long place = bits + load.address().offset();
        int bytes = load.access().bytes();
        return place >= 0 && place <= parameterBytes - bytes && place % bytes == 0;
    }
}
