package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import dev.hira.sim.code.Value;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The local variables of a method that hold bounds on indices. */
public final class IndexBounds {
    private final MethodBody body;
    private final CodeBuilder code;
    private final Map<IndexBound, Integer> slots = new HashMap<>();

    IndexBounds(MethodBody body) {
        this.body = body;
        this.code = body.code;
    }

    /** Computes bounds. The values that the whole block shares must be computed before. */
    public void compute(Collection<IndexBound> reaches, ValueEmitter values) {
        for (IndexBound reach : reaches) {
            code.loadConstant(Integer.MAX_VALUE);
            for (IndexBound.Start start : reach.starts()) {
                count(reach, start, values);
                code.invokestatic(
                        GeneratedTypes.MATH,
                        "min",
                        GeneratedTypes.method(
                                GeneratedTypes.I, GeneratedTypes.I, GeneratedTypes.I));
            }
            int slot = code.allocateLocal(TypeKind.INT);
            code.istore(slot);
            slots.put(reach, slot);
        }
    }

    private void count(IndexBound reach, IndexBound.Start start, ValueEmitter values) {
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
                GeneratedTypes.of(IndexBound.class),
                "count",
                GeneratedTypes.method(
                        GeneratedTypes.I,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.J,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.J));
    }

    private void pushMisaligned(IndexBound.Start start) {
        code.lconst_0();
        for (Register pointer : start.pointers()) {
            body.load(pointer);
            code.lor();
        }
        if (!start.pointers().isEmpty()) {
            code.loadConstant((long) start.alignment() - 1).land();
        }
    }

    /** Pushes a bound. */
    public void push(IndexBound reach) {
        Integer slot = slots.get(reach);
        if (slot == null) {
            throw new IllegalStateException("The bound " + reach + " is not computed here.");
        }
        code.iload(slot);
    }
}
