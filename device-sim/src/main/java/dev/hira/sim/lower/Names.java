package dev.hira.sim.lower;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.Scope;
import dev.hira.sim.ptx.Statement;
import dev.hira.sim.ptx.Variable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names that a body knows, block by block from the outermost to the one being lowered. */
final class Names {
    private final Links links;
    private final Code code;
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final IdentityHashMap<Variable, Map<String, Meaning>> registers =
            new IdentityHashMap<>();
    private final IdentityHashMap<Variable, Meaning> places = new IdentityHashMap<>();

    /** A block in braces. */
    private record Frame(
            Scope scope,
            Map<String, Integer> labels,
            Map<String, Statement> lists,
            long frameTop) {}

    Names(Links links, Code code) {
        this.links = links;
        this.code = code;
    }

    /** Enters a block; its labels are known at once, its variables when they are declared. */
    void enter(List<Statement> statements) {
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
        @Nullable Scope outer = frames.isEmpty() ? null : frames.getFirst().scope;
        frames.addFirst(new Frame(new Scope(outer), labels, lists, code.frameTop()));
    }

    /** Leaves the innermost block. */
    void leave() {
        code.releaseFrame(frames.removeFirst().frameTop);
    }

    /** Declares a register, or registers that share a prefix. */
    void declare(Variable register) {
        frames.getFirst().scope.declare(register);
    }

    /** Declares a variable that has its place already. */
    void declare(Variable variable, Meaning place) {
        declare(variable);
        places.put(variable, place);
    }

    /** What a name means here. */
    Meaning find(String name) {
        @Nullable Variable variable = frames.getFirst().scope.find(name);
        @Nullable Meaning found = variable == null ? links.find(name) : meaning(variable, name);
        if (found == null) {
            Value special = Specials.scalar(name);
            found = special == null ? null : new Meaning.Predefined(special);
        }
        if (found == null) {
            throw Refusal.wrong("The name '" + name + "' means nothing that can stand here.");
        }
        return found;
    }

    private Meaning meaning(Variable variable, String name) {
        @Nullable Meaning place = places.get(variable);
        return place != null
                ? place
                : registers
                        .computeIfAbsent(variable, _ -> new HashMap<>())
                        .computeIfAbsent(name, wanted -> register(variable, wanted));
    }

    private Meaning register(Variable variable, String name) {
        if (variable.type().bits() > 64) {
            return new Meaning.HeldWide(
                    Values.register(code, ScalarType.B64, name + ".low"),
                    Values.register(code, ScalarType.B64, name + ".high"));
        }
        if (variable.vector() == 1) {
            return held(variable, name);
        }
        return vector(variable, name);
    }

    /** The registers of a vector register. */
    Meaning.HeldVector vector(Variable variable, String name) {
        List<Meaning.Held> elements = new ArrayList<>();
        for (int i = 0; i < variable.vector(); i++) {
            elements.add(held(variable, name + "." + "xyzw".charAt(i & 3)));
        }
        return new Meaning.HeldVector(List.copyOf(elements));
    }

    private Meaning.Held held(Variable variable, String name) {
        Register register = Values.register(code, variable.type(), name);
        return new Meaning.Held(register, variable.type());
    }

    /** The block that a label names. */
    int block(String label) {
        for (Frame frame : frames) {
            @Nullable Integer block = frame.labels.get(label);
            if (block != null) {
                return block;
            }
        }
        throw Refusal.wrong("There is no label '" + label + "' in this block or one around it.");
    }

    /** The list of targets or the prototype of this name, or null. */
    @Nullable Statement list(String name) {
        for (Frame frame : frames) {
            @Nullable Statement list = frame.lists.get(name);
            if (list != null) {
                return list;
            }
        }
        return null;
    }
}
