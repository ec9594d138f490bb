package dev.hira.sim.ptx.print;

import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Initializer;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Tuning;
import dev.hira.sim.ptx.model.Variable;
import java.util.List;
import java.util.stream.Collectors;

/** Prints the syntax tree as PTX text in one fixed form. */
public final class PtxPrinter {
    private final StringBuilder out = new StringBuilder();

    private PtxPrinter() {}

    /** Prints a whole module and parses its bodies for it. */
    public static String print(PtxModule module) {
        PtxPrinter printer = new PtxPrinter();
        printer.module(module);
        return printer.out.toString();
    }

    private void module(PtxModule module) {
        line(0, ".version " + module.version().major() + "." + module.version().minor());
        line(0, ".target " + String.join(", ", module.target()));
        line(0, ".address_size " + module.addressSize());
        for (PtxFunction function : module.functions().values()) {
            if (!function.entry() || !function.defined()) {
                line(0, head(function) + ";");
            }
        }
        for (Variable variable : module.variables().values()) {
            line(0, variable(variable) + ";");
        }
        for (PtxFunction function : module.functions().values()) {
            if (function.defined()) {
                line(0, head(function));
                line(0, "{");
                block(module.body(function).statements(), 1);
                line(0, "}");
            }
        }
    }

    private static String head(PtxFunction function) {
        Tuning tuning = function.tuning();
        StringBuilder head = new StringBuilder(function.linkage().prefix());
        head.append(function.entry() ? ".entry " : ".func ");
        if (!function.returns().isEmpty()) {
            head.append(parameters(function.returns())).append(' ');
        }
        head.append(function.name()).append(parameters(function.parameters()));
        head.append(tuning.maxThreads().isEmpty() ? "" : " .maxntid " + dims(tuning.maxThreads()));
        head.append(
                tuning.requiredThreads().isEmpty()
                        ? ""
                        : " .reqntid " + dims(tuning.requiredThreads()));
        head.append(
                tuning.minBlocksPerMultiprocessor() == 0
                        ? ""
                        : " .minnctapersm " + tuning.minBlocksPerMultiprocessor());
        head.append(tuning.maxRegisters() == 0 ? "" : " .maxnreg " + tuning.maxRegisters());
        return head.append(tuning.noReturn() ? " .noreturn" : "").toString();
    }

    private static String dims(List<Integer> dimensions) {
        return dimensions.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String parameters(List<Variable> parameters) {
        return parameters.stream()
                .map(PtxPrinter::variable)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String variable(Variable variable) {
        StringBuilder text = new StringBuilder(variable.linkage().prefix());
        text.append(variable.space().suffix());
        if (variable.space() != StateSpace.REG) {
            text.append(" .align ").append(variable.align());
        }
        text.append(variable.vector() > 1 ? " .v" + variable.vector() : "");
        text.append(' ').append(variable.type().suffix()).append(' ').append(variable.name());
        text.append(variable.count() > 0 ? "<" + variable.count() + ">" : "");
        for (long dimension : variable.dimensions()) {
            text.append('[').append(dimension == 0 ? "" : dimension).append(']');
        }
        Initializer initializer = variable.initializer();
        return text.append(initializer == null ? "" : " = " + initializer(initializer)).toString();
    }

    private static String initializer(Initializer initializer) {
        return switch (initializer) {
            case Initializer.Single(Constant value, _) -> OperandPrinter.constant(value);
            case Initializer.Many(var elements, _) ->
                    elements.stream()
                            .map(PtxPrinter::initializer)
                            .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    private void block(List<Statement> statements, int depth) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Label(String name, _) -> line(depth - 1, name + ":");
                case Statement.Declaration(var variables) ->
                        variables.forEach(variable -> line(depth, variable(variable) + ";"));
                case Statement.Block(var inner) -> {
                    line(depth, "{");
                    block(inner, depth + 1);
                    line(depth, "}");
                }
                case Statement.BranchTargets(String name, var labels, _) ->
                        line(depth, name + ": .branchtargets " + String.join(", ", labels) + ";");
                case Statement.CallTargets(String name, var functions, _) ->
                        line(depth, name + ": .calltargets " + String.join(", ", functions) + ";");
                case Statement.Prototype(String name, var returns, var parameters, _) ->
                        line(depth, prototype(name, returns, parameters));
                case Statement.Location(int file, int at, int column) ->
                        line(depth, ".loc " + file + " " + at + " " + column);
                case Statement.Pragma(String text) -> line(depth, ".pragma " + text + ";");
                case Statement.Instruction instruction ->
                        line(depth, OperandPrinter.instruction(instruction));
            }
        }
    }

    private static String prototype(
            String name, List<Variable> returns, List<Variable> parameters) {
        String results = returns.isEmpty() ? "" : parameters(returns) + " ";
        return name + ": .callprototype " + results + "_ " + parameters(parameters) + ";";
    }

    private void line(int depth, String text) {
        out.append("    ".repeat(depth)).append(text).append('\n');
    }
}
