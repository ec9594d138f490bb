package dev.hira.sim.code.print;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.ops.Operation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Prints steps for listings. */
final class StepPrinter {
    private final Program program;
    private final ValuePrinter values;

    StepPrinter(Program program, ValuePrinter values) {
        this.program = program;
        this.values = values;
    }

    String print(Step step) {
        return switch (step) {
            case Step.Compute(Register target, Operation operation, var arguments, _) ->
                    to(target) + name(operation) + "(" + values.print(arguments) + ")";
            case Step.Move(Register target, Value value, _) -> to(target) + values.print(value);
            case Step.Select select ->
                    to(select.target())
                            + values.print(select.condition())
                            + " ? "
                            + values.print(select.ifTrue())
                            + " : "
                            + values.print(select.ifFalse());
            case Step.Load(var targets, Access access, Address address, _) ->
                    values.print(targets) + " = load" + print(access) + values.print(address);
            case Step.Store(Access access, Address address, var stored, _) ->
                    "store" + print(access) + values.print(address) + ", " + values.print(stored);
            case Step.Atomic atomic -> atomic(atomic);
            case Step.Fence _ -> "fence";
            case Step.Call call ->
                    results(call.results())
                            + "call "
                            + program.routines().get(call.routine()).name()
                            + arguments(call.arguments());
            case Step.IndirectCall call ->
                    results(call.results())
                            + "call "
                            + values.print(call.target())
                            + " of "
                            + call.candidates()
                            + arguments(call.arguments());
            case Step.BuiltinCall call ->
                    values.print(call.result())
                            + " = "
                            + lower(call.builtin())
                            + "("
                            + values.print(call.arguments())
                            + ")";
            case Step.Guarded(Value predicate, boolean negated, Step inner, _) ->
                    "if " + (negated ? "not " : "") + values.print(predicate) + ": " + print(inner);
        };
    }

    private String to(Register target) {
        return values.print(target) + " = ";
    }

    private static String name(Operation operation) {
        return operation.method()
                + (operation.flush() ? ".ftz" : "")
                + (operation.saturate() ? ".sat" : "");
    }

    private String atomic(Step.Atomic atomic) {
        return values.print(atomic.targets())
                + " = "
                + lower(atomic.update())
                + print(atomic.access())
                + values.print(atomic.address())
                + (atomic.operands().isEmpty() ? "" : ", " + values.print(atomic.operands()));
    }

    private static String print(Access access) {
        String order = access.order() == Access.Order.WEAK ? "" : "." + lower(access.order());
        String elements = access.elements() == 1 ? "" : ".v" + access.elements();
        return "." + lower(access.space()) + order + elements + access.type().suffix() + " ";
    }

    private String results(List<Step.Result> results) {
        return results.isEmpty()
                ? ""
                : results.stream().map(this::result).collect(Collectors.joining(", ")) + " = ";
    }

    private String result(Step.Result result) {
        return switch (result) {
            case Step.Result.Scalar(Register target) -> values.print(target);
            case Step.Result.Area(long offset, long bytes) -> area(offset, bytes);
        };
    }

    private String arguments(List<Step.Argument> arguments) {
        return arguments.stream().map(this::argument).collect(Collectors.joining(", ", "(", ")"));
    }

    private String argument(Step.Argument argument) {
        return switch (argument) {
            case Step.Argument.Scalar(Value value) -> values.print(value);
            case Step.Argument.Area(long offset, long bytes) -> area(offset, bytes);
        };
    }

    private static String area(long offset, long bytes) {
        return bytes + " bytes at frame+" + offset;
    }

    static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
