package dev.hira.sim.jit.check;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.jit.method.ElementTransfer;
import dev.hira.sim.jit.method.EmittedAddress;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.method.MemoryWindow;
import dev.hira.sim.jit.method.MethodBody;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;

/** The path to memory in a window, for an address that has been checked. */
public final class WindowAccessPath implements AccessPath {
    private final MethodBody body;
    private final CodeBuilder code;
    private final EmittedAddress spot;
    private final MemoryWindow window;
    private final int bytes;
    private final boolean checks;

    /**
     * Creates a path to a window.
     *
     * @param bytes size of an element
     */
    public WindowAccessPath(MethodBody body, EmittedAddress spot, MemoryWindow window, int bytes) {
        this(body, spot, window, bytes, false);
    }

    private WindowAccessPath(
            MethodBody body, EmittedAddress spot, MemoryWindow window, int bytes, boolean checks) {
        this.body = body;
        this.code = body.code;
        this.spot = spot;
        this.window = window;
        this.bytes = bytes;
        this.checks = checks;
    }

    /** Returns the path to the window that the accesses of a group usually hit. */
    public static WindowAccessPath of(
            MethodBody body, EmittedAddress spot, AccessGroup group, int bytes) {
        return new WindowAccessPath(body, spot, group.window(), bytes, group.isCheckedByArray());
    }

    @Override
    public ElementTransfer load(int element, ElementTransfer wanted) {
        if (window.isArray() && wanted == ElementTransfer.BYTE) {
            push(element);
            code.baload();
            return wanted;
        }
        handle(wanted);
        push(element);
        code.invokevirtual(
                GeneratedTypes.VAR_HANDLE,
                "get",
                GeneratedTypes.method(wanted.type(), memory(), address()));
        return wanted;
    }

    @Override
    public boolean checks() {
        return checks;
    }

    @Override
    public void store(int element, ElementTransfer cell, Carrier carrier, Runnable push) {
        boolean plain = window.isArray() && cell == ElementTransfer.BYTE;
        if (!plain) {
            handle(cell);
        }
        push(element);
        push.run();
        cell.narrow(code, carrier);
        if (plain) {
            code.bastore();
        } else {
            code.invokevirtual(
                    GeneratedTypes.VAR_HANDLE,
                    "set",
                    GeneratedTypes.method(GeneratedTypes.V, memory(), address(), cell.type()));
        }
    }

    /** Pushes the place of an element in the form that atomic updates take. */
    public void pushAtomic() {
        if (window.isArray()) {
            push(0);
        } else {
            hostAddress(0);
        }
    }

    private void handle(ElementTransfer cell) {
        code.getstatic(
                GeneratedTypes.RAW,
                window.isArray() ? cell.name() + "_IN_BYTES" : cell.name(),
                GeneratedTypes.VAR_HANDLE);
    }

    private void push(int element) {
        if (window.isArray()) {
            body.push(window.base());
            spot.pushInt((long) element * bytes);
        } else {
            code.getstatic(GeneratedTypes.RAW, "ALL", GeneratedTypes.SEGMENT);
            hostAddress((long) element * bytes);
        }
    }

    private void hostAddress(long more) {
        spot.pushLong(more);
        body.push(window.delta()).ladd();
    }

    private ClassDesc memory() {
        return window.isArray() ? GeneratedTypes.BYTES : GeneratedTypes.SEGMENT;
    }

    private ClassDesc address() {
        return window.isArray() ? GeneratedTypes.I : GeneratedTypes.J;
    }
}
