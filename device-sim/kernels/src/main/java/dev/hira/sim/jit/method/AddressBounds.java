package dev.hira.sim.jit.method;

import dev.hira.sim.code.Register;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * The local variables of a method that hold address bounds: ints for arrays, longs for device
 * memory.
 */
public final class AddressBounds {
    private final MethodBody body;
    private final CodeBuilder code;
    private final Map<AddressBound, Integer> slots = new HashMap<>();

    public AddressBounds(MethodBody body) {
        this.body = body;
        this.code = body.code;
    }

    /** Computes bounds. The pointers that they depend on must be loaded. */
    public void compute(Collection<AddressBound> limits) {
        for (AddressBound limit : limits) {
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
                    .invokestatic(
                            GeneratedTypes.MATH,
                            "max",
                            GeneratedTypes.method(
                                    GeneratedTypes.J, GeneratedTypes.J, GeneratedTypes.J));
            if (!limit.pointers().isEmpty()) {
                code.goto_(done).labelBinding(bad).lconst_0().labelBinding(done);
            }
            store(limit);
        }
    }

    private void store(AddressBound limit) {
        TypeKind kind = limit.window().isArray() ? TypeKind.INT : TypeKind.LONG;
        if (kind == TypeKind.INT) {
            code.l2i();
        }
        int slot = code.allocateLocal(kind);
        code.storeLocal(kind, slot);
        slots.put(limit, slot);
    }

    /** Pushes a bound. */
    public void push(AddressBound limit) {
        Integer slot = slots.get(limit);
        if (slot == null) {
            throw new IllegalStateException("The bound " + limit + " is not computed here.");
        }
        code.loadLocal(limit.window().isArray() ? TypeKind.INT : TypeKind.LONG, slot);
    }
}
