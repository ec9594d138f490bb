package dev.hira.sim.jit;

import dev.hira.sim.code.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The local variables of a method that hold limits: ints for arrays, longs for device memory. */
public final class Limits {
    private final Body body;
    private final CodeBuilder code;
    private final Map<Limit, Integer> slots = new HashMap<>();

    public Limits(Body body) {
        this.body = body;
        this.code = body.code;
    }

    /** Computes limits. The pointers that they depend on must be there. */
    public void compute(Collection<Limit> limits) {
        for (Limit limit : limits) {
            Label bad = code.newLabel();
            Label done = code.newLabel();
            for (Register pointer : limit.pointers()) {
                body.load(pointer);
                code.loadConstant((long) limit.alignment() - 1).land().lconst_0().lcmp().ifne(bad);
            }
            limit.window().pushSize(code);
            code.loadConstant((long) limit.bytes() - 1)
                    .lsub()
                    .lconst_0()
                    .invokestatic(Names.MATH, "max", Names.method(Names.J, Names.J, Names.J));
            if (!limit.pointers().isEmpty()) {
                code.goto_(done).labelBinding(bad).lconst_0().labelBinding(done);
            }
            store(limit);
        }
    }

    private void store(Limit limit) {
        TypeKind kind = limit.window().isArray() ? TypeKind.INT : TypeKind.LONG;
        if (kind == TypeKind.INT) {
            code.l2i();
        }
        int slot = code.allocateLocal(kind);
        code.storeLocal(kind, slot);
        slots.put(limit, slot);
    }

    /** Pushes a limit. */
    public void push(Limit limit) {
        Integer slot = slots.get(limit);
        if (slot == null) {
            throw new IllegalStateException("The limit " + limit + " is not computed here.");
        }
        code.loadLocal(limit.window().isArray() ? TypeKind.INT : TypeKind.LONG, slot);
    }
}
