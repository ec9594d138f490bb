package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.Initializer;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds the instructions that a kernel can reach: its own and those of functions that it may call.
 */
public final class InstructionUse {
    private InstructionUse() {}

    /**
     * An instruction that a kernel can reach but that an engine does not support.
     *
     * @param function the function that contains it
     * @param name opcode and modifiers
     * @param line counted from 1
     */
    public record Unsupported(String function, String name, int line) {}

    /**
     * Returns the functions whose bodies a kernel can reach by name, starting with the kernel
     * itself.
     */
    public static List<FunctionBody> reachable(PtxModule module, PtxFunction kernel) {
        return reachable(module, kernel, Set.of());
    }

    /**
     * Returns the same functions and, when the kernel calls by prototype, all functions whose
     * addresses the module takes anywhere: another kernel may have left such an address in memory.
     */
    public static List<FunctionBody> reachableByPointers(PtxModule module, PtxFunction kernel) {
        List<FunctionBody> bodies = reachable(module, kernel);
        return bodies.stream().anyMatch(body -> hasPrototype(body.statements()))
                ? reachable(module, kernel, module.addressedFunctions())
                : bodies;
    }

    private static List<FunctionBody> reachable(
            PtxModule module, PtxFunction kernel, Set<String> pointers) {
        Set<String> seen = new LinkedHashSet<>(Set.of(kernel.name()));
        Deque<PtxFunction> open = new ArrayDeque<>(List.of(kernel));
        List<FunctionBody> bodies = new ArrayList<>();
        while (!open.isEmpty()) {
            FunctionBody body = module.body(open.removeFirst());
            Set<String> names = named(module, body);
            if (bodies.isEmpty()) {
                names.addAll(pointers);
            }
            bodies.add(body);
            for (String name : names) {
                PtxFunction function = module.function(name);
                if (function != null && function.defined() && seen.add(function.name())) {
                    open.addLast(function);
                }
            }
        }
        return bodies;
    }

    private static boolean hasPrototype(List<Statement> statements) {
        return statements.stream()
                .anyMatch(statement ->
                        statement instanceof Statement.Prototype
                                || (statement instanceof Statement.Block(var inner)
                                        && hasPrototype(inner)));
    }

    /** Returns the device functions whose addresses a module takes, in bodies or initial values. */
    static Set<String> addressed(PtxModule module) {
        Set<String> names = new LinkedHashSet<>();
        for (Variable variable : module.variables().values()) {
            Initializer initializer = variable.initializer();
            if (initializer != null) {
                collect(initializer, names, new ArrayDeque<>());
            }
        }
        for (PtxFunction function : module.functions().values()) {
            if (function.defined()) {
                module.body(function)
                        .forEachInstruction(instruction -> addressed(instruction, names));
            }
        }
        names.removeIf(name -> {
            PtxFunction function = module.function(name);
            return function == null || function.entry();
        });
        return names;
    }

    /** Collects the names that an instruction uses other than as call targets. */
    private static void addressed(Statement.Instruction instruction, Set<String> names) {
        boolean call = instruction.opcode().equals("call");
        for (Operand operand : instruction.operands()) {
            if (!call || operand instanceof Operand.Group) {
                collect(operand, names);
            }
        }
    }

    /** Returns the unsupported instructions that a kernel can reach, one for each name. */
    public static List<Unsupported> unsupported(
            PtxModule module, PtxFunction kernel, Predicate<Statement.Instruction> supported) {
        List<Unsupported> found = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (FunctionBody body : reachable(module, kernel)) {
            body.forEachInstruction(instruction -> {
                if (!supported.test(instruction) && names.add(instruction.fullName())) {
                    found.add(
                            new Unsupported(
                                    body.function().name(),
                                    instruction.fullName(),
                                    module.source().line(instruction.offset())));
                }
            });
        }
        return found;
    }

    /**
     * Returns all names that a body uses, directly or through variables whose initial values hold
     * addresses.
     */
    private static Set<String> named(PtxModule module, FunctionBody body) {
        Set<String> names = new LinkedHashSet<>();
        body.forEachInstruction(
                instruction -> instruction.operands().forEach(operand -> collect(operand, names)));
        collectTargets(body.statements(), names);
        Deque<String> open = new ArrayDeque<>(names);
        while (!open.isEmpty()) {
            Variable variable = module.variables().get(open.removeFirst());
            Initializer initializer = variable == null ? null : variable.initializer();
            if (initializer != null) {
                collect(initializer, names, open);
            }
        }
        return names;
    }

    private static void collectTargets(List<Statement> statements, Set<String> names) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.CallTargets targets) {
                names.addAll(targets.functions());
            } else if (statement instanceof Statement.Block(var inner)) {
                collectTargets(inner, names);
            }
        }
    }

    private static void collect(Initializer initializer, Set<String> names, Deque<String> open) {
        switch (initializer) {
            case Initializer.Many(var elements, _) ->
                    elements.forEach(element -> collect(element, names, open));
            case Initializer.Single(Constant value, _) -> {
                if (value instanceof Constant.AddressOf address && names.add(address.symbol())) {
                    open.addLast(address.symbol());
                }
            }
        }
    }

    private static void collect(Operand operand, Set<String> names) {
        switch (operand) {
            case Operand.Name(String name, _) -> names.add(name);
            case Operand.Immediate(Constant value) -> {
                if (value instanceof Constant.AddressOf address) {
                    names.add(address.symbol());
                }
            }
            case Operand.Turned(_, Operand inner) -> collect(inner, names);
            case Operand.Pair(Operand first, Operand second) -> {
                collect(first, names);
                collect(second, names);
            }
            case Operand.Vector(var elements) -> elements.forEach(e -> collect(e, names));
            case Operand.Group(var elements) -> elements.forEach(e -> collect(e, names));
            case Operand.Address(Operand base, _, var rest) -> {
                if (base != null) {
                    collect(base, names);
                }
                rest.forEach(element -> collect(element, names));
            }
            case Operand.Component _, Operand.Sink _ -> {}
        }
    }
}
