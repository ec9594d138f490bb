package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Modifiers;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that the names in a body are declared and that its instructions have valid operands. */
final class BodyChecker {
    private final PtxModule module;
    private final Diagnostics diagnostics;
    private final Set<String> labels = new HashSet<>();
    private String caller = "";

    BodyChecker(PtxModule module, Diagnostics diagnostics) {
        this.module = module;
        this.diagnostics = diagnostics;
    }

    void check(PtxFunction function, List<Statement> statements) {
        caller = function.name();
        PtxScope scope = new PtxScope(null);
        function.parameters().forEach(parameter -> declare(scope, parameter));
        function.returns().forEach(result -> declare(scope, result));
        collectLabels(statements);
        checkBlock(statements, scope);
    }

    private void declare(PtxScope scope, Variable variable) {
        Variable known = scope.declare(variable);
        if (known != null && !variable.name().equals("_")) {
            diagnostics.report(
                    variable.offset(),
                    "The name '" + variable.name() + declaredAlready(known.offset()));
        }
    }

    private String declaredAlready(int offset) {
        return "' is declared already, in line " + module.source().line(offset) + ".";
    }

    /**
     * Collects all labels. A block declares each once; those of inner blocks may repeat: inlined
     * assembly can be pasted several times.
     */
    private void collectLabels(List<Statement> statements) {
        Map<String, Integer> block = new HashMap<>();
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Label(String name, int offset) -> label(block, name, offset);
                case Statement.BranchTargets(String name, _, int offset) ->
                        label(block, name, offset);
                case Statement.CallTargets(String name, _, int offset) ->
                        label(block, name, offset);
                case Statement.Prototype(String name, _, _, int offset) ->
                        label(block, name, offset);
                case Statement.Block(var inner) -> collectLabels(inner);
                case Statement.Declaration _,
                        Statement.Location _,
                        Statement.Pragma _,
                        Statement.Instruction _ -> {}
            }
        }
    }

    private void label(Map<String, Integer> block, String name, int offset) {
        labels.add(name);
        Integer known = block.putIfAbsent(name, offset);
        if (known != null) {
            diagnostics.report(offset, "The label '" + name + declaredAlready(known));
        }
    }

    private void checkBlock(List<Statement> statements, PtxScope scope) {
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Declaration(var variables) ->
                        variables.forEach(variable -> declare(scope, variable));
                case Statement.Block(var inner) -> checkBlock(inner, new PtxScope(scope));
                case Statement.Instruction instruction -> checkInstruction(instruction, scope);
                case Statement.BranchTargets(_, var targets, int offset) ->
                        targets.forEach(target -> requireLabel(target, offset));
                case Statement.CallTargets(_, var functions, int offset) ->
                        functions.forEach(name -> requireFunction(name, offset));
                case Statement.Label _,
                        Statement.Prototype _,
                        Statement.Location _,
                        Statement.Pragma _ -> {}
            }
        }
    }

    private void requireLabel(String name, int offset) {
        if (!labels.contains(name)) {
            diagnostics.report(offset, "There is no label '" + name + "' in this function.");
        }
    }

    private void requireFunction(String name, int offset) {
        if (module.function(name) == null) {
            diagnostics.report(offset, "There is no function '" + name + "' in this module.");
        }
        requireNoKernel(name, offset);
    }

    /** Refuses a call of a kernel; the registers of a body hide functions of the same names. */
    private void checkCall(Statement.Instruction instruction, PtxScope scope) {
        for (Operand operand : instruction.operands()) {
            if (operand instanceof Operand.Name(String name, int offset)
                    && scope.find(name) == null
                    && !labels.contains(name)) {
                requireNoKernel(name, offset);
            }
        }
    }

    private void requireNoKernel(String name, int offset) {
        PtxFunction called = module.function(name);
        if (called != null && called.entry()) {
            diagnostics.report(
                    offset,
                    "'"
                            + caller
                            + "' calls '"
                            + name
                            + "', which is a kernel; PTX calls functions only: move the body of '"
                            + name
                            + "' into a .func, which both can call.");
        }
    }

    private void checkInstruction(Statement.Instruction instruction, PtxScope scope) {
        Statement.Guard guard = instruction.guard();
        if (guard != null) {
            checkGuard(guard, scope);
        }
        OpcodeRules.@Nullable Rule rule = OpcodeRules.of(instruction.opcode());
        if (rule == null) {
            diagnostics.report(
                    instruction.offset(), "PTX has no instruction '" + instruction.opcode() + "'.");
            return;
        }
        for (String modifier : instruction.modifiers()) {
            if (!Modifiers.isKnown(instruction.opcode(), modifier)) {
                diagnostics.report(
                        instruction.offset(),
                        "PTX has no modifier '"
                                + modifier
                                + "', as in '"
                                + instruction.fullName()
                                + "'.");
                return;
            }
        }
        int count = instruction.operands().size();
        if (count < rule.fewest() || count > rule.most()) {
            diagnostics.report(instruction.offset(), wrongCount(instruction, rule, count));
            return;
        }
        for (Operand operand : instruction.operands()) {
            checkOperand(operand, instruction.offset(), scope);
        }
        if (instruction.opcode().equals("call")) {
            checkCall(instruction, scope);
        }
        new ParameterBounds(diagnostics, scope).check(instruction);
        if (rule.typing() != OpcodeRules.Typing.FREE) {
            new OperandTypes(diagnostics, scope).check(instruction, rule.typing());
        }
    }

    private static String wrongCount(
            Statement.Instruction instruction, OpcodeRules.Rule rule, int count) {
        String allowed =
                rule.fewest() == rule.most()
                        ? String.valueOf(rule.fewest())
                        : rule.fewest() + " to " + rule.most();
        return "'"
                + instruction.fullName()
                + "' takes "
                + allowed
                + " operands but has "
                + count
                + ".";
    }

    private void checkGuard(Statement.Guard guard, PtxScope scope) {
        Variable predicate = scope.find(guard.predicate());
        if (predicate == null) {
            diagnostics.report(
                    guard.offset(), "The predicate '" + guard.predicate() + "' is not declared.");
        } else if (predicate.type() != ScalarType.PRED) {
            diagnostics.report(
                    guard.offset(),
                    "'"
                            + guard.predicate()
                            + "' is of type "
                            + predicate.type().suffix()
                            + ", but a guard needs .pred.");
        }
    }

    private void checkOperand(Operand operand, int place, PtxScope scope) {
        switch (operand) {
            case Operand.Name(String name, int offset) -> requireName(name, offset, scope);
            case Operand.Component(String name, _, int offset) -> {
                if (!SpecialRegisters.isVector(name)) {
                    requireName(name, offset, scope);
                }
            }
            case Operand.Immediate(Constant value) -> {
                if (value instanceof Constant.AddressOf address) {
                    requireName(address.symbol(), place, scope);
                }
            }
            case Operand.Turned(_, Operand inner) -> checkOperand(inner, place, scope);
            case Operand.Pair(Operand first, Operand second) -> {
                checkOperand(first, place, scope);
                checkOperand(second, place, scope);
            }
            case Operand.Vector(var elements) ->
                    elements.forEach(element -> checkOperand(element, place, scope));
            case Operand.Group(var elements) ->
                    elements.forEach(element -> checkOperand(element, place, scope));
            case Operand.Address(Operand base, _, var rest) -> {
                if (base != null) {
                    checkOperand(base, place, scope);
                }
                rest.forEach(element -> checkOperand(element, place, scope));
            }
            case Operand.Sink() -> {}
        }
    }

    private void requireName(String name, int offset, PtxScope scope) {
        if (scope.find(name) != null
                || labels.contains(name)
                || module.variables().containsKey(name)
                || module.function(name) != null
                || SpecialRegisters.isScalar(name)
                || SpecialRegisters.isVector(name)) {
            return;
        }
        String what = name.startsWith("%") ? "The register '" : "The name '";
        diagnostics.report(offset, what + name + "' is not declared.");
    }
}
