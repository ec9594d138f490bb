package dev.hira.sim.jit.plan;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Routine;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes how many of the low bits of a routine's registers are known to be zero, so that the
 * alignment of an address need not be checked at each use. It assumes that 64-bit parameters of the
 * kernel are pointers, which are almost always well aligned; results that depend on such a pointer
 * name it.
 */
public final class KnownAlignment {
    /** Zeros at the end of a pointer with the likely alignment. */
    private static final int LIKELY = 4;

    private static final int OF_VARIABLES = 9;
    private static final int OF_FRAMES = 4;
    private static final int ALL = Long.SIZE;

    private final @Nullable RegisterPlan kept;
    private final Zeros[] known;

    /**
     * The zeros at the end of a value.
     *
     * @param certain the certain number
     * @param likely the number if the pointers have the likely alignment
     */
    public record Zeros(int certain, int likely, Set<Register> pointers) {
        private static final Zeros OF_ZERO = certain(ALL);
        private static final Zeros NONE = certain(0);

        static Zeros certain(int zeros) {
            int bounded = Math.min(zeros, ALL);
            return new Zeros(bounded, bounded, Set.of());
        }

        Zeros and(Zeros other) {
            Set<Register> both = new HashSet<>(pointers);
            both.addAll(other.pointers);
            return new Zeros(
                    Math.min(certain, other.certain),
                    Math.min(likely, other.likely),
                    Set.copyOf(both));
        }
    }

    private KnownAlignment(Routine routine, @Nullable RegisterPlan kept) {
        this.kept = kept;
        this.known = new Zeros[routine.registers().size()];
        Arrays.fill(known, Zeros.OF_ZERO);
    }

    /**
     * Analyses a routine.
     *
     * @param kept register plan of a kernel; null for other routines
     */
    public static KnownAlignment of(Routine routine, @Nullable RegisterPlan kept) {
        KnownAlignment alignment = new KnownAlignment(routine, kept);
        Routine.registers(routine.parameters()).forEach(alignment::giveUp);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (BasicBlock block : routine.blocks()) {
                for (Step step : block.steps()) {
                    changed |= alignment.look(step);
                }
                for (Register register : RegisterUses.written(block.exit())) {
                    changed |= alignment.giveUp(register);
                }
            }
        }
        return alignment;
    }

    /** Returns the zeros at the end of a value. */
    public Zeros of(Value value) {
        return switch (value) {
            case Register register -> known[register.index()];
            case Value.Constant constant ->
                    Zeros.certain(Long.numberOfTrailingZeros(constant.bits()));
            case Value.SymbolAddress symbol ->
                    Zeros.certain(
                            Math.min(OF_VARIABLES, Long.numberOfTrailingZeros(symbol.offset())));
            case Value.FrameAddress frame ->
                    Zeros.certain(Math.min(OF_FRAMES, Long.numberOfTrailingZeros(frame.offset())));
            case Value.Special _ -> Zeros.NONE;
        };
    }

    private boolean giveUp(Register register) {
        return meet(register, Zeros.NONE);
    }

    private boolean meet(Register register, Zeros zeros) {
        Zeros before = known[register.index()];
        known[register.index()] = before.and(zeros);
        return !before.equals(known[register.index()]);
    }

    private boolean look(Step step) {
        return switch (step) {
            case Step.Compute compute -> meet(compute.target(), computed(compute));
            case Step.Move move -> meet(move.target(), of(move.value()));
            case Step.Select select ->
                    meet(select.target(), of(select.ifTrue()).and(of(select.ifFalse())));
            case Step.Guarded guarded -> look(guarded.step());
            case Step.Load load when isPointer(load) -> {
                Register pointer = RegisterUses.written(load).getFirst();
                yield meet(pointer, new Zeros(0, LIKELY, Set.of(pointer)));
            }
            default -> {
                boolean changed = false;
                for (Register register : RegisterUses.written(step)) {
                    changed |= giveUp(register);
                }
                yield changed;
            }
        };
    }

    private boolean isPointer(Step.Load load) {
        List<Register> targets = RegisterUses.written(load);
        return load.access().space() == Space.PARAM
                && kept != null
                && targets.size() == 1
                && targets.getFirst().bits() == Long.SIZE
                && kept.ofBlock(targets.getFirst());
    }

    private Zeros computed(Step.Compute compute) {
        List<Value> values = compute.arguments();
        return switch (compute.operation().method()) {
            case "addB64", "addB32", "subB64", "subB32", "orB64", "orB32" ->
                    of(values.get(0)).and(of(values.get(1)));
            case "mulLoB64", "mulLoB32", "mulWideS32", "mulWideU32", "mulWideS16", "mulWideU16" ->
                    product(values.get(0), values.get(1));
            case "madLoB64", "madLoB32", "madWideS32", "madWideU32" ->
                    product(values.get(0), values.get(1)).and(of(values.get(2)));
            case "andB64", "andB32" -> masked(values.get(0), values.get(1));
            case "shlB64", "shlB32" -> shifted(values.get(0), values.get(1));
            case "cvtB64U32", "cvtB64S32", "cvtB32B64", "cvtB64B64", "cvtB32B32" ->
                    of(values.getFirst());
            default -> Zeros.NONE;
        };
    }

    private Zeros product(Value one, Value other) {
        return Zeros.certain(of(one).certain() + of(other).certain());
    }

    private Zeros masked(Value one, Value mask) {
        return Zeros.certain(Math.max(of(one).certain(), of(mask).certain()));
    }

    private Zeros shifted(Value one, Value amount) {
        int certain = of(one).certain();
        boolean fixed = amount instanceof Value.Constant(long bits, _) && bits < ALL;
        return Zeros.certain(fixed ? certain + (int) ((Value.Constant) amount).bits() : certain);
    }
}
