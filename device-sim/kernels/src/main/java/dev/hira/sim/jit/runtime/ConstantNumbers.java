package dev.hira.sim.jit.runtime;

import dev.hira.sim.code.Space;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.ptx.model.ScalarType;

/**
 * Numbers that stand for enum constants in generated code, which lives no longer than the process.
 */
public final class ConstantNumbers {
    private static final Space[] SPACES = Space.values();
    private static final Step.Update[] UPDATES = Step.Update.values();
    private static final ScalarType[] TYPES = ScalarType.values();
    private static final SpecialRegister[] SPECIALS = SpecialRegister.values();
    private static final Step.Builtin[] BUILTINS = Step.Builtin.values();

    private ConstantNumbers() {}

    /** Returns the number of a constant. */
    @SuppressWarnings("EnumOrdinal")
    public static int of(Enum<?> constant) {
        return constant.ordinal();
    }

    static Space space(int number) {
        return SPACES[number];
    }

    static Step.Update update(int number) {
        return UPDATES[number];
    }

    static ScalarType type(int number) {
        return TYPES[number];
    }

    static SpecialRegister special(int number) {
        return SPECIALS[number];
    }

    static Step.Builtin builtin(int number) {
        return BUILTINS[number];
    }
}
