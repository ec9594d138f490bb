package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Statement.Instruction;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The shared variables that the accesses of a function touch, by the names that flow into their
 * addresses. An access stays within the variables from whose addresses its own address is made.
 */
public final class SharedVariables {
    /** Stands for all variables that the launch places in dynamic shared memory. */
    private static final String DYNAMIC = "";

    /** Stands for what a register holds that may be an address from elsewhere. */
    private static final String UNKNOWN = "?";

    /** The instructions whose results are made of their operands alone. */
    private static final Set<String> PURE =
            Set.of(
                    "abs", "add", "and", "bfe", "bfi", "cvt", "cvta", "lop3", "mad", "mad24", "max",
                    "min", "mov", "mul", "mul24", "neg", "not", "or", "prmt", "selp", "setp", "shf",
                    "shfl", "shl", "shr", "slct", "sub", "xor");

    /**
     * The most variables that a value is known to be made of. So each register's set changes only
     * that often, and the time is in proportion to the text.
     */
    private static final int MOST_MIXED = 16;

    private final Map<String, String> variables = new HashMap<>();

    /** The variables in each register's value, by its name. */
    private final Map<String, Set<String>> held = new HashMap<>();

    /** The instructions that read each name. */
    private final Map<String, List<Instruction>> users = new HashMap<>();

    /** The instructions of whose operands more has become known. */
    private final LinkedHashSet<Instruction> open = new LinkedHashSet<>();

    private SharedVariables(PtxModule module, FunctionBody body) {
        module.variables().values().forEach(this::declare);
        body.function().memory().forEach(this::declare);
        declare(body.statements());
    }

    /**
     * Returns the names of the shared variables that an access may touch, by the offset of its
     * instruction in the text; accesses of which that is not known are missing.
     */
    public static Map<Integer, Set<String>> of(PtxModule module, FunctionBody body) {
        SharedVariables variables = new SharedVariables(module, body);
        boolean several = new HashSet<>(variables.variables.values()).size() > 1;
        return several ? variables.accesses(body) : Map.of();
    }

    private void declare(List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Declaration(var declared)) {
                declared.forEach(this::declare);
            } else if (statement instanceof Statement.Block(var inner)) {
                declare(inner);
            }
        }
    }

    private void declare(Variable variable) {
        if (variable.space() == StateSpace.SHARED) {
            boolean dynamic = variable.linkage() == Linkage.EXTERN || variable.bytes() == 0;
            variables.put(variable.name(), dynamic ? DYNAMIC : variable.name());
        }
    }

    private Map<Integer, Set<String>> accesses(FunctionBody body) {
        if (!body.function().entry()) {
            body.function().parameters().forEach(it -> add(it.name(), Set.of(UNKNOWN)));
        }
        body.forEachInstruction(this::note);
        while (!open.isEmpty()) {
            enter(open.removeFirst());
        }
        Map<Integer, Set<String>> found = new HashMap<>();
        body.forEachInstruction(instruction -> {
            for (Operand operand : instruction.operands()) {
                if (operand instanceof Operand.Address address) {
                    Set<String> touched = in(address);
                    if (touched.isEmpty() || touched.contains(UNKNOWN)) {
                        found.remove(instruction.offset());
                    } else {
                        found.put(instruction.offset(), touched);
                    }
                }
            }
        });
        return found;
    }

    /** Notes an instruction that writes a register. */
    private void note(Instruction instruction) {
        List<Operand> operands = instruction.operands();
        if (!operands.isEmpty() && !(operands.getFirst() instanceof Operand.Address)) {
            open.add(instruction);
            if (PURE.contains(instruction.opcode())) {
                for (Operand read : operands.subList(1, operands.size())) {
                    names(read)
                            .forEach(name ->
                                    users.computeIfAbsent(name, _ -> new ArrayList<>())
                                            .add(instruction));
                }
            }
        }
    }

    private void enter(Instruction instruction) {
        Set<String> made = new HashSet<>();
        if (PURE.contains(instruction.opcode())) {
            List<Operand> operands = instruction.operands();
            operands.subList(1, operands.size()).forEach(operand -> made.addAll(in(operand)));
        } else if (mayBringAddress(instruction)) {
            made.add(UNKNOWN);
        }
        if (!made.isEmpty()) {
            names(instruction.operands().getFirst()).forEach(name -> add(name, made));
        }
    }

    /** Numbers of 32 bits in memory are not addresses: compilers store generic ones. */
    private static boolean mayBringAddress(Instruction instruction) {
        ScalarType type = instruction.lastType();
        return !instruction.opcode().equals("ld") || type == null || type.bits() >= Long.SIZE;
    }

    private void add(String register, Set<String> more) {
        Set<String> all = held.computeIfAbsent(register, _ -> new HashSet<>());
        if (!all.contains(UNKNOWN) && all.addAll(more)) {
            if (all.contains(UNKNOWN) || all.size() > MOST_MIXED) {
                all.clear();
                all.add(UNKNOWN);
            }
            open.addAll(users.getOrDefault(register, List.of()));
        }
    }

    private Set<String> in(Operand operand) {
        Set<String> found = new HashSet<>();
        for (String name : names(operand)) {
            if (variables.containsKey(name)) {
                found.add(variables.get(name));
            }
            found.addAll(held.getOrDefault(name, Set.of()));
        }
        return found;
    }

    private static List<String> names(Operand operand) {
        return switch (operand) {
            case Operand.Name(String name, _) -> List.of(name);
            case Operand.Component(String name, _, _) -> List.of(name);
            case Operand.Immediate(Constant.AddressOf(String symbol, _, _, _)) -> List.of(symbol);
            case Operand.Immediate _, Operand.Sink _ -> List.of();
            case Operand.Turned(_, Operand inner) -> names(inner);
            case Operand.Pair(Operand first, Operand second) -> all(List.of(first, second));
            case Operand.Vector(var elements) -> all(elements);
            case Operand.Group(var elements) -> all(elements);
            case Operand.Address(var base, _, _) -> base == null ? List.of() : names(base);
        };
    }

    private static List<String> all(List<Operand> operands) {
        List<String> names = new ArrayList<>();
        operands.forEach(operand -> names.addAll(names(operand)));
        return names;
    }
}
