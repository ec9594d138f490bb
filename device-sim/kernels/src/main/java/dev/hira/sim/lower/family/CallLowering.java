package dev.hira.sim.lower.family;

import dev.hira.base.CountText;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Step.Builtin;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.ArgumentPassing;
import dev.hira.sim.lower.build.Binding;
import dev.hira.sim.lower.build.LoweringContext;
import dev.hira.sim.lower.build.LoweringRefusal;
import dev.hira.sim.lower.build.ParameterSlot;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Initializer;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Statement.Instruction;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lowers calls of functions by name and by address, and calls of the device's own functions. */
final class CallLowering {
    private static final Map<String, Builtin> BUILTINS =
            Map.of(
                    "vprintf", Builtin.VPRINTF,
                    "__assertfail", Builtin.ASSERT_FAIL,
                    "malloc", Builtin.MALLOC,
                    "free", Builtin.FREE);

    private CallLowering() {}

    /** The parts of a call. */
    private record Parts(
            List<Operand> results,
            Operand callee,
            List<Operand> arguments,
            @Nullable Operand candidates) {
        static Parts of(List<Operand> operands) {
            List<Operand> left = new ArrayList<>(operands);
            List<Operand> results = group(left);
            if (left.isEmpty()) {
                throw LoweringRefusal.wrong("A call needs a function.");
            }
            Operand callee = left.removeFirst();
            List<Operand> arguments = group(left);
            return new Parts(results, callee, arguments, left.isEmpty() ? null : left.getFirst());
        }

        private static List<Operand> group(List<Operand> left) {
            if (!left.isEmpty() && left.getFirst() instanceof Operand.Group(var elements)) {
                left.removeFirst();
                return elements;
            }
            return List.of();
        }
    }

    static void call(Instruction instruction, LoweringContext context) {
        Parts parts = Parts.of(instruction.operands());
        if (!(parts.callee instanceof Operand.Name(String name, _))) {
            throw LoweringRefusal.wrong(
                    "A call names a function or a register that holds its address.");
        }
        Binding meaning = context.names().find(name);
        if (!(meaning instanceof Binding.Code)) {
            callIndirectly(parts, context);
            return;
        }
        PtxFunction function = context.links().module().function(name);
        @Nullable Integer routine =
                function == null || !function.defined() ? null : context.links().routine(function);
        if (function != null && routine != null) {
            ArgumentPassing passing =
                    ArgumentPassing.of(function.parameters(), function.returns(), context);
            List<Step.Argument> arguments = passing.arguments(parts.arguments);
            List<Step.Result> results = passing.results(parts.results);
            context.code().add(new Step.Call(routine, arguments, results, context.code().at()));
            passing.finish();
        } else {
            callBuiltin(name, parts, context);
        }
    }

    private static void callBuiltin(String name, Parts parts, LoweringContext context) {
        @Nullable Builtin builtin = BUILTINS.get(name);
        PtxFunction declared = context.links().module().function(name);
        if (builtin == null || declared == null) {
            throw LoweringRefusal.unsupported("call of '" + name + "'");
        }
        List<ScalarType> types = builtin.arguments();
        ArgumentPassing passing =
                ArgumentPassing.of(declared.parameters(), declared.returns(), context);
        List<Step.Argument> arguments = passing.arguments(parts.arguments);
        List<Step.Result> results = passing.results(parts.results);
        if (arguments.size() != types.size() || results.size() > 1) {
            throw LoweringRefusal.wrong(
                    "'" + name + "' takes " + CountText.of(types.size(), "argument") + ".");
        }
        List<Value> values = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            if (!(arguments.get(i) instanceof Step.Argument.Scalar(Value value))) {
                throw LoweringRefusal.wrong("The arguments of '" + name + "' must be numbers.");
            }
            values.add(context.conversions().fit(value, types.get(i)));
        }
        context.code()
                .add(
                        new Step.BuiltinCall(
                                builtin,
                                List.copyOf(values),
                                results.isEmpty()
                                        ? null
                                        : ((Step.Result.Scalar) results.getFirst()).target(),
                                context.code().at()));
        passing.finish();
    }

    private static void callIndirectly(Parts parts, LoweringContext context) {
        Value target = context.values().read(parts.callee, ScalarType.B64);
        Candidates candidates = candidates(parts, context);
        ArgumentPassing passing =
                ArgumentPassing.of(candidates.parameters, candidates.returns, context);
        List<Step.Argument> arguments = passing.arguments(parts.arguments);
        List<Step.Result> results = passing.results(parts.results);
        context.code()
                .add(
                        new Step.IndirectCall(
                                target,
                                candidates.routines,
                                arguments,
                                results,
                                context.code().at()));
        passing.finish();
    }

    /** The possible targets of an indirect call, with their parameters and results. */
    private record Candidates(
            List<Variable> parameters, List<Variable> returns, List<Integer> routines) {}

    private static Candidates candidates(Parts parts, LoweringContext context) {
        if (!(parts.candidates instanceof Operand.Name(String name, _))) {
            throw LoweringRefusal.wrong(
                    "A call by address needs a prototype or a list of functions.");
        }
        return switch (context.names().list(name)) {
            case Statement.Prototype prototype ->
                    new Candidates(
                            prototype.parameters(),
                            prototype.returns(),
                            alike(prototype.parameters(), prototype.returns(), context));
            case Statement.CallTargets targets -> listed(targets.functions(), context);
            case null, default -> listed(initial(name, context), context);
        };
    }

    /** Returns the functions whose addresses a variable of the module holds. */
    private static List<String> initial(String name, LoweringContext context) {
        Variable variable = context.links().module().variables().get(name);
        if (variable == null || !(variable.initializer() instanceof Initializer.Many(var all, _))) {
            throw LoweringRefusal.wrong(
                    "'" + name + "' is neither a prototype nor a list of functions.");
        }
        List<String> names = new ArrayList<>();
        for (Initializer one : all) {
            if (one instanceof Initializer.Single(Constant.AddressOf address, _)) {
                names.add(address.symbol());
            }
        }
        return names;
    }

    private static Candidates listed(List<String> names, LoweringContext context) {
        List<Integer> routines = new ArrayList<>();
        @Nullable PtxFunction first = null;
        for (String name : names) {
            PtxFunction function = context.links().module().function(name);
            @Nullable Integer routine =
                    function == null || function.entry() ? null : context.links().routine(function);
            if (function != null && routine != null) {
                routines.add(routine);
                first = first == null ? function : first;
            }
        }
        if (first == null) {
            throw LoweringRefusal.wrong("None of the functions that it may call is defined.");
        }
        return new Candidates(first.parameters(), first.returns(), List.copyOf(routines));
    }

    private static List<Integer> alike(
            List<Variable> parameters, List<Variable> returns, LoweringContext context) {
        List<Integer> routines = new ArrayList<>();
        List<PtxFunction> functions = context.links().functions();
        for (int i = 0; i < functions.size(); i++) {
            PtxFunction function = functions.get(i);
            if (!function.entry()
                    && ParameterSlot.alike(
                            ParameterSlot.of(function.parameters()), ParameterSlot.of(parameters))
                    && ParameterSlot.alike(
                            ParameterSlot.of(function.returns()), ParameterSlot.of(returns))) {
                routines.add(i);
            }
        }
        return List.copyOf(routines);
    }
}
