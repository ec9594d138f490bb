package dev.hira.sim.lower.build;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Address;
import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.EnvironmentBlock;
import dev.hira.sim.ptx.PtxScope;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names that are visible in a body, by nested block from the outermost to the one being
 * lowered.
 */
public final class NameScopes {
    private final ProgramLinker links;
    private final RoutineBuilder code;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final IdentityHashMap<Variable, Map<String, Binding>> registers =
            new IdentityHashMap<>();
    private final IdentityHashMap<Variable, Binding> places = new IdentityHashMap<>();

    /** A block in braces. */
    private record Frame(
            PtxScope scope,
            Map<String, Integer> labels,
            Map<String, Statement> lists,
            long frameTop) {}

    NameScopes(ProgramLinker links, RoutineBuilder code) {
        this.links = links;
        this.code = code;
    }

    /** Enters a block; its labels are visible at once, its variables once they are declared. */
    public void enter(List<Statement> statements) {
        Map<String, Integer> labels = new HashMap<>();
        Map<String, Statement> lists = new HashMap<>();
        for (Statement statement : statements) {
            switch (statement) {
                case Statement.Label(String name, _) -> labels.put(name, code.newBlock());
                case Statement.BranchTargets list -> lists.put(list.name(), list);
                case Statement.CallTargets list -> lists.put(list.name(), list);
                case Statement.Prototype prototype -> lists.put(prototype.name(), prototype);
                case Statement.Declaration _,
                        Statement.Block _,
                        Statement.Location _,
                        Statement.Pragma _,
                        Statement.Instruction _ -> {}
            }
        }
        @Nullable PtxScope outer = frames.isEmpty() ? null : frames.getFirst().scope;
        frames.addFirst(new Frame(new PtxScope(outer), labels, lists, code.frameTop()));
    }

    /** Leaves the innermost block. */
    public void leave() {
        code.releaseFrame(frames.removeFirst().frameTop);
    }

    /** Declares a register, or registers that share a prefix. */
    public void declare(Variable register) {
        frames.getFirst().scope.declare(register);
    }

    /** Declares a variable that already has its location. */
    public void declare(Variable variable, Binding place) {
        declare(variable);
        places.put(variable, place);
    }

    /** Returns the meaning of a name here. */
    public Binding find(String name) {
        @Nullable Variable variable = frames.getFirst().scope.find(name);
        @Nullable Binding found = variable == null ? links.find(name) : meaning(variable, name);
        if (found == null) {
            int environment = EnvironmentBlock.offset(name);
            Value special =
                    environment < 0
                            ? SpecialRegisterReads.scalar(name)
                            : environment(environment, name);
            found = special == null ? null : new Binding.Predefined(special);
        }
        if (found == null) {
            throw LoweringRefusal.wrong("The name '" + name + "' cannot be used here.");
        }
        return found;
    }

    /** Loads a register of the environment block. */
    private Value environment(int offset, String name) {
        Register register = OperandReader.register(code, ScalarType.U32, name);
        Value place = new Value.Constant(links.environment() + offset, Carrier.LONG);
        code.add(
                new Step.Load(
                        List.of(register),
                        new Access(Space.PARAM, ScalarType.U32, 1, Access.Order.WEAK),
                        Address.of(place, 0),
                        code.at()));
        return register;
    }

    private Binding meaning(Variable variable, String name) {
        @Nullable Binding place = places.get(variable);
        return place != null
                ? place
                : registers
                        .computeIfAbsent(variable, _ -> new HashMap<>())
                        .computeIfAbsent(name, wanted -> register(variable, wanted));
    }

    private Binding register(Variable variable, String name) {
        if (variable.type().bits() > 64) {
            return new Binding.HeldWide(
                    OperandReader.register(code, ScalarType.B64, name + ".low"),
                    OperandReader.register(code, ScalarType.B64, name + ".high"));
        }
        if (variable.vector() == 1) {
            return held(variable, name);
        }
        return vector(variable, name);
    }

    /** Returns the registers of a vector register. */
    public Binding.HeldVector vector(Variable variable, String name) {
        List<Binding.Held> elements = new ArrayList<>();
        for (int i = 0; i < variable.vector(); i++) {
            elements.add(held(variable, name + "." + "xyzw".charAt(i & 3)));
        }
        return new Binding.HeldVector(List.copyOf(elements));
    }

    private Binding.Held held(Variable variable, String name) {
        Register register = OperandReader.register(code, variable.type(), name);
        return new Binding.Held(register, variable.type());
    }

    /** Returns the block that a label names. */
    public int block(String label) {
        for (Frame frame : frames) {
            @Nullable Integer block = frame.labels.get(label);
            if (block != null) {
                return block;
            }
        }
        throw LoweringRefusal.wrong(
                "There is no label '" + label + "' in this block or one around it.");
    }

    /** Returns the list of targets or the prototype of this name, or null. */
    public @Nullable Statement list(String name) {
        for (Frame frame : frames) {
            @Nullable Statement list = frame.lists.get(name);
            if (list != null) {
                return list;
            }
        }
        return null;
    }
}
