package dev.hira.sim.jit.plan;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.code.analysis.Effects;
import java.util.ArrayList;
import java.util.List;

/** Lists the values that steps and exits read and write. */
public final class RegisterUses {
    private RegisterUses() {}

    /** Returns the values that a step reads. */
    public static List<Value> read(Step step) {
        List<Value> values = new ArrayList<>();
        Effects.reads(step, values::add);
        return values;
    }

    /** Returns the registers that a step writes, or may write when it is guarded. */
    public static List<Register> written(Step step) {
        List<Register> registers = new ArrayList<>();
        Effects.writes(step, registers::add);
        return registers;
    }

    /** Returns the values that an exit reads before the thread leaves the block. */
    public static List<Value> read(Exit exit) {
        List<Value> values = new ArrayList<>();
        Effects.reads(exit, values::add);
        return values;
    }

    /** Returns the registers that take the results of a stop's meeting. */
    public static List<Register> written(Exit exit) {
        List<Register> registers = new ArrayList<>();
        Effects.writes(exit, registers::add);
        return registers;
    }
}
