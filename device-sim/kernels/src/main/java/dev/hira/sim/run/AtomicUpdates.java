package dev.hira.sim.run;

import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.model.ScalarType;

/** Computes the new values of atomic accesses. */
public final class AtomicUpdates {
    private AtomicUpdates() {}

    /**
     * Returns the new value.
     *
     * @param type of the value; all values are given as its bits, zero-extended
     * @param operand the operand of the update; for {@link Step.Update#CAS} the expected value
     * @param other the new value for {@link Step.Update#CAS}; for arrivals the number of bytes to
     *     expect
     * @throws DeviceFault when an mbarrier is misused
     */
    public static long apply(
            Step.Update update, ScalarType type, long old, long operand, long other) {
        return switch (type.kind()) {
            case FLOAT, PAIR -> floating(update, type, old, operand, other);
            case SIGNED ->
                    cut(type, whole(update, extend(type, old), extend(type, operand), other));
            default -> cut(type, unsigned(update, old, operand, other));
        };
    }

    private static long whole(Step.Update update, long old, long operand, long other) {
        return switch (update) {
            case MIN -> Math.min(old, operand);
            case MAX -> Math.max(old, operand);
            default -> unsigned(update, old, operand, other);
        };
    }

    private static long unsigned(Step.Update update, long old, long operand, long other) {
        return switch (update) {
            case ADD -> old + operand;
            case MIN -> Long.compareUnsigned(old, operand) <= 0 ? old : operand;
            case MAX -> Long.compareUnsigned(old, operand) >= 0 ? old : operand;
            case AND -> old & operand;
            case OR -> old | operand;
            case XOR -> old ^ operand;
            case EXCHANGE -> operand;
            case INC -> Long.compareUnsigned(old, operand) >= 0 ? 0 : old + 1;
            case DEC -> old == 0 || Long.compareUnsigned(old, operand) > 0 ? operand : old - 1;
            case CAS -> old == operand ? other : old;
            case READ -> old;
            case ARRIVE, ARRIVE_DROP -> MbarrierUpdates.apply(update, old, operand, other);
        };
    }

    private static long floating(
            Step.Update update, ScalarType type, long old, long operand, long other) {
        return switch (update) {
            case ADD, MIN, MAX -> FloatUpdates.apply(update, type, old, operand);
            default -> unsigned(update, old, operand, other);
        };
    }

    private static long extend(ScalarType type, long bits) {
        int unused = 64 - type.bits();
        return bits << unused >> unused;
    }

    private static long cut(ScalarType type, long bits) {
        int unused = 64 - type.bits();
        return bits << unused >>> unused;
    }
}
