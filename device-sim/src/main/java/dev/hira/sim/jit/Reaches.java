package dev.hira.sim.jit;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The local variables of a method that hold how far indices may go. */
final class Reaches {
    private final Body body;
    private final CodeBuilder code;
    private final Map<Reach, Integer> slots = new HashMap<>();

    Reaches(Body body) {
        this.body = body;
        this.code = body.code;
    }

    /** Computes them. What is the same for the whole block must be there. */
    void compute(Collection<Reach> reaches, ValueEmitter values) {
        for (Reach reach : reaches) {
            code.loadConstant(Integer.MAX_VALUE);
            for (Reach.Start start : reach.starts()) {
                count(reach, start, values);
                code.invokestatic(Names.MATH, "min", Names.method(Names.I, Names.I, Names.I));
            }
            int slot = code.allocateLocal(TypeKind.INT);
            code.istore(slot);
            slots.put(reach, slot);
        }
    }

    private void count(Reach reach, Reach.Start start, ValueEmitter values) {
        body.push(reach.window().base());
        reach.window().pushSize(code);
        code.loadConstant(start.offset());
        for (Value term : start.terms()) {
            values.push(term);
            code.ladd();
        }
        code.loadConstant(start.bytes()).loadConstant(reach.scale());
        pushMisaligned(start);
        code.invokestatic(
                Names.of(Reach.class),
                "count",
                Names.method(Names.I, Names.J, Names.J, Names.J, Names.I, Names.I, Names.J));
    }

    private void pushMisaligned(Reach.Start start) {
        code.lconst_0();
        for (Register pointer : start.pointers()) {
            body.load(pointer);
            code.lor();
        }
        if (!start.pointers().isEmpty()) {
            code.loadConstant((long) start.alignment() - 1).land();
        }
    }

    /** Pushes one. */
    void push(Reach reach) {
        Integer slot = slots.get(reach);
        if (slot == null) {
            throw new IllegalStateException("The reach " + reach + " is not computed here.");
        }
        code.iload(slot);
    }
}
