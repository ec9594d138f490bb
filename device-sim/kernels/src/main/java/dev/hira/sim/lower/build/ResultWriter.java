package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes results to the operands of an instruction. */
public final class ResultWriter {
    private final RoutineBuilder code;
    private final NameScopes names;
    private final OperandReader values;
    private final Coercions conversions;

    ResultWriter(
            RoutineBuilder code, NameScopes names, OperandReader values, Coercions conversions) {
        this.code = code;
        this.names = names;
        this.values = values;
        this.conversions = conversions;
    }

    /** Computes an operation into an operand. */
    public void compute(Operand target, Operation operation, List<Value> arguments) {
        make(
                target,
                operation.result(),
                register -> new Step.Compute(register, operation, arguments, code.at()));
    }

    /** Moves a value of a type into an operand; its register may be wider. */
    public void move(Operand target, Value value, ScalarType type) {
        Binding.@Nullable Held held = held(target);
        if (held != null) {
            assign(held.register(), held.type(), value, type);
        }
    }

    /** Moves a value of a type into a register of another type, which may be wider. */
    public void assign(Register register, ScalarType declared, Value value, ScalarType type) {
        Value fitting = conversions.extend(value, type, declared);
        code.add(new Step.Move(register, fitting, code.at()));
    }

    /** Adds the step that produces a result, in the operand's own register where its type fits. */
    public void make(Operand target, ScalarType type, Function<Register, Step> step) {
        Binding.@Nullable Held held = held(target);
        if (held != null && fits(held, type)) {
            code.add(step.apply(held.register()));
            return;
        }
        Register register = code.temporary(type);
        code.add(step.apply(register));
        if (held != null) {
            requireRoom(held, type);
            assign(held.register(), held.type(), register, type);
        }
    }

    private static boolean fits(Binding.Held held, ScalarType type) {
        return held.register().bits() == type.bits()
                && held.register().carrier() == Carrier.of(type);
    }

    public static void requireRoom(Binding.Held held, ScalarType type) {
        if (held.register().bits() < type.bits()) {
            throw LoweringRefusal.wrong(
                    "The register '"
                            + held.register().name()
                            + "' has "
                            + held.register().bits()
                            + " bits, too few for a result of type "
                            + type.suffix()
                            + ".");
        }
    }

    /**
     * Returns the register for a result that the engine produces together with other threads or
     * results. A conversion to the operand's own register is added to the list as a later step.
     */
    public @Nullable Register gather(Operand target, ScalarType type, List<Runnable> afterwards) {
        Binding.@Nullable Held held = held(target);
        if (held == null) {
            return null;
        }
        requireRoom(held, type);
        if (fits(held, type)) {
            return held.register();
        }
        Register result = code.temporary(type);
        afterwards.add(() -> assign(held.register(), held.type(), result, type));
        return result;
    }

    /** Returns the register that an operand names; null when the result is ignored. */
    public Binding.@Nullable Held held(Operand target) {
        return switch (target) {
            case Operand.Sink _ -> null;
            case Operand.Name(String name, _) -> {
                if (names.find(name) instanceof Binding.Held held) {
                    yield held;
                }
                throw LoweringRefusal.wrong(
                        "'" + name + "' is not a register that can be written.");
            }
            case Operand.Component component -> values.component(component);
            case Operand.Immediate _,
                    Operand.Turned _,
                    Operand.Pair _,
                    Operand.Vector _,
                    Operand.Group _,
                    Operand.Address _ ->
                    throw LoweringRefusal.wrong("A result must go to a register.");
        };
    }
}
