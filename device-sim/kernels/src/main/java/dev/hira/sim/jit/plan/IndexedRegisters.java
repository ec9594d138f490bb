package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the registers of a kernel's block that hold a multiple of an index, which is a 32-bit
 * register, plus a term that is the same for all threads. Addresses of array elements have this
 * form.
 */
public final class IndexedRegisters {
    private static final int MOST_SCALE = 4096;

    private final KernelPlan plan;
    private final Map<Register, Sum> sums = new HashMap<>();

    /** The last step of the block that reads a register. */
    private final Map<Register, Integer> lastRead = new HashMap<>();

    private int position;

    public IndexedRegisters(KernelPlan plan) {
        this.plan = plan;
    }

    /**
     * The sum that a register holds.
     *
     * @param index register that is extended to 64 bits and multiplied by the scale
     * @param terms summands that are the same for the whole block
     * @param offset constant summand
     */
    public record Sum(Register index, int scale, List<Value> terms, long offset) {
        Sum plus(Value term) {
            if (term instanceof Value.Constant(long bits, Carrier _)) {
                return new Sum(index, scale, terms, offset + bits);
            }
            List<Value> more = new ArrayList<>(terms);
            more.add(term);
            return new Sum(index, scale, List.copyOf(more), offset);
        }
    }

    /** Begins a block. */
    public void begin(BasicBlock block) {
        sums.clear();
        lastRead.clear();
        position = 0;
        List<Step> steps = block.steps();
        for (int i = 0; i < steps.size(); i++) {
            note(RegisterUses.read(steps.get(i)), i);
        }
        note(RegisterUses.read(block.exit()), steps.size());
        plan.liveness().liveAcross(block.index()).stream()
                .mapToObj(plan.kernel().registers()::get)
                .forEach(register -> lastRead.put(register, steps.size()));
    }

    private void note(List<Value> values, int at) {
        for (Value value : values) {
            if (value instanceof Register register) {
                lastRead.put(register, at);
            }
        }
    }

    /**
     * Returns the sum in the base of an access by the next step, if its index is still available.
     */
    public @Nullable Sum of(Value base) {
        Sum sum = base instanceof Register register ? sums.get(register) : null;
        return sum == null || lastRead.getOrDefault(sum.index(), -1) < position ? null : sum;
    }

    /** Moves past a step. */
    public void pass(Step step) {
        Sum made = step instanceof Step.Compute compute ? sum(compute) : null;
        for (Register written : RegisterUses.written(step)) {
            sums.remove(written);
            sums.values().removeIf(sum -> sum.index().equals(written));
            if (made != null) {
                sums.put(written, made);
            }
        }
        position++;
    }

    private @Nullable Sum sum(Step.Compute compute) {
        List<Value> values = compute.arguments();
        return switch (compute.operation().method()) {
            case "cvtB64S32", "cvtB64U32" -> multiple(values.getFirst(), 1);
            case "mulWideS32", "mulWideU32" ->
                    values.getLast() instanceof Value.Constant(long bits, Carrier _)
                            ? multiple(values.getFirst(), bits)
                            : null;
            case "addB64" -> sum(values.getFirst(), values.getLast());
            default -> null;
        };
    }

    private @Nullable Sum multiple(Value index, long scale) {
        return index instanceof Register register
                        && scale > 0
                        && scale <= MOST_SCALE
                        && !plan.kept().ofBlock(register)
                        && plan.folding().of(register) == null
                ? new Sum(register, (int) scale, List.of(), 0)
                : null;
    }

    private @Nullable Sum sum(Value one, Value other) {
        Sum left = one instanceof Register register ? sums.get(register) : null;
        Sum right = other instanceof Register register ? sums.get(register) : null;
        if (left != null && right == null && isOfBlock(other)) {
            return left.plus(other);
        }
        return right != null && left == null && isOfBlock(one) ? right.plus(one) : null;
    }

    private boolean isOfBlock(Value value) {
        return switch (value) {
            case Register register -> plan.kept().ofBlock(register);
            case Value.Constant _, Value.SymbolAddress _ -> true;
            case Value.Special _, Value.FrameAddress _ -> false;
        };
    }
}
