package dev.hira.sim.lower.build;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Access.Order;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts the operands of one call to the arguments and results of the called routine. */
public final class ArgumentPassing {
    private final List<ParameterSlot> parameters;
    private final List<ParameterSlot> returns;
    private final LoweringContext context;
    private final List<Runnable> afterwards = new ArrayList<>();

    private ArgumentPassing(
            List<ParameterSlot> parameters, List<ParameterSlot> returns, LoweringContext context) {
        this.parameters = parameters;
        this.returns = returns;
        this.context = context;
    }

    public static ArgumentPassing of(
            List<Variable> parameters, List<Variable> returns, LoweringContext context) {
        return new ArgumentPassing(
                ParameterSlot.of(parameters), ParameterSlot.of(returns), context);
    }

    public List<Step.Argument> arguments(List<Operand> given) {
        List<Operand> operands = elements(given);
        requireAsMany("arguments", operands.size(), parameters.size());
        List<Step.Argument> arguments = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            arguments.add(argument(operands.get(i), parameters.get(i)));
        }
        return List.copyOf(arguments);
    }

    private List<Operand> elements(List<Operand> given) {
        return given.stream()
                .flatMap(operand -> context.values().elements(operand).stream())
                .toList();
    }

    private static void requireAsMany(String what, int given, int taken) {
        if (given != taken) {
            throw LoweringRefusal.wrong(
                    "The called function has "
                            + taken
                            + " "
                            + what
                            + ", but the call has "
                            + given
                            + ".");
        }
    }

    private Step.Argument argument(Operand operand, ParameterSlot slot) {
        @Nullable Long place = frameOffset(operand);
        return switch (slot) {
            case ParameterSlot.Area(long bytes, _) -> {
                if (place == null) {
                    throw LoweringRefusal.wrong(
                            "An argument of several values needs a .param variable.");
                }
                yield new Step.Argument.Area(place, bytes);
            }
            case ParameterSlot.Scalar(ScalarType type) ->
                    new Step.Argument.Scalar(
                            place == null
                                    ? context.values().read(operand, type)
                                    : loaded(place, type));
        };
    }

    private Register loaded(long place, ScalarType type) {
        Register value = context.code().temporary(type);
        context.code().add(load(value, type, place, context.code().at()));
        return value;
    }

    /** Returns the step that loads a value from the frame into a register. */
    public static Step load(Register target, ScalarType type, long frameOffset, int at) {
        return new Step.Load(List.of(target), access(type), address(frameOffset), at);
    }

    /** Returns the step that stores a value from a register in the frame. */
    public static Step store(Register source, ScalarType type, long frameOffset, int at) {
        return new Step.Store(access(type), address(frameOffset), List.of(source), at);
    }

    private static Access access(ScalarType type) {
        ScalarType stored =
                switch (type.bits()) {
                    case 8 -> ScalarType.U8;
                    case 16 -> ScalarType.U16;
                    case 32 -> type == ScalarType.F32 ? type : ScalarType.U32;
                    case 64 -> type == ScalarType.F64 ? type : ScalarType.U64;
                    default -> throw LoweringRefusal.unsupported();
                };
        return new Access(Space.LOCAL, stored, 1, Order.WEAK);
    }

    private static Address address(long frameOffset) {
        return new Address(new Value.FrameAddress(frameOffset, dev.hira.sim.code.Carrier.LONG), 0);
    }

    public List<Step.Result> results(List<Operand> given) {
        List<Operand> operands = elements(given);
        requireAsMany("results", operands.size(), returns.size());
        List<Step.Result> results = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            results.add(result(operands.get(i), returns.get(i)));
        }
        return List.copyOf(results);
    }

    private Step.Result result(Operand operand, ParameterSlot slot) {
        @Nullable Long place = frameOffset(operand);
        return switch (slot) {
            case ParameterSlot.Area(long bytes, _) -> {
                if (place == null) {
                    throw LoweringRefusal.wrong(
                            "A result of several values needs a .param variable.");
                }
                yield new Step.Result.Area(place, bytes);
            }
            case ParameterSlot.Scalar(ScalarType type) ->
                    new Step.Result.Scalar(scalar(operand, place, type));
        };
    }

    private @Nullable Register scalar(Operand operand, @Nullable Long place, ScalarType type) {
        if (place != null) {
            Register result = context.code().temporary(type);
            int at = context.code().at();
            afterwards.add(() -> context.code().add(store(result, type, place, at)));
            return result;
        }
        if (operand instanceof Operand.Name(String name, _)
                && context.names().find(name) instanceof Binding.HeldParameter parameter) {
            if (parameter.type().bits() != type.bits()) {
                throw LoweringRefusal.wrong(
                        "The result '"
                                + name
                                + "' does not have the size of the function's result.");
            }
            return parameter.register();
        }
        return context.targets().gather(operand, type, afterwards);
    }

    private @Nullable Long frameOffset(Operand operand) {
        if (operand instanceof Operand.Name(String name, _)
                && context.names().find(name) instanceof Binding.Placed(_, Value address)) {
            if (address instanceof Value.FrameAddress(long offset, _)) {
                return offset;
            }
            throw LoweringRefusal.wrong(
                    "'" + name + "' is not a .param variable of this function.");
        }
        return null;
    }

    /** Adds the steps that must follow the call. */
    public void finish() {
        afterwards.forEach(Runnable::run);
    }
}
