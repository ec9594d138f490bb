package dev.hira.sim.jit;

import dev.hira.sim.code.Carrier;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;

/** Memory in a window, for an address that has been checked. */
final class FastPlace implements Place {
    private final Body body;
    private final CodeBuilder code;
    private final Spot spot;
    private final Window window;
    private final int bytes;
    private final boolean checks;

    /**
     * The way to a window.
     *
     * @param bytes of an element
     */
    FastPlace(Body body, Spot spot, Window window, int bytes) {
        this(body, spot, window, bytes, false);
    }

    private FastPlace(Body body, Spot spot, Window window, int bytes, boolean checks) {
        this.body = body;
        this.code = body.code;
        this.spot = spot;
        this.window = window;
        this.bytes = bytes;
        this.checks = checks;
    }

    /** The way to where the accesses of a group usually go. */
    static FastPlace of(Body body, Spot spot, Group group, int bytes) {
        return new FastPlace(body, spot, group.window(), bytes, group.isCheckedByArray());
    }

    @Override
    public Cell load(int element, Cell wanted) {
        if (window.isArray() && wanted == Cell.BYTE) {
            push(element);
            code.baload();
            return wanted;
        }
        handle(wanted);
        push(element);
        code.invokevirtual(
                Names.VAR_HANDLE, "get", Names.method(wanted.type(), memory(), address()));
        return wanted;
    }

    @Override
    public boolean checks() {
        return checks;
    }

    @Override
    public void store(int element, Cell cell, Carrier carrier, Runnable push) {
        boolean plain = window.isArray() && cell == Cell.BYTE;
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
                    Names.VAR_HANDLE,
                    "set",
                    Names.method(Names.V, memory(), address(), cell.type()));
        }
    }

    /** Pushes the place of an element as atomic updates take it. */
    void pushAtomic() {
        if (window.isArray()) {
            push(0);
        } else {
            hostAddress(0);
        }
    }

    private void handle(Cell cell) {
        code.getstatic(
                Names.RAW,
                window.isArray() ? cell.name() + "_IN_BYTES" : cell.name(),
                Names.VAR_HANDLE);
    }

    private void push(int element) {
        if (window.isArray()) {
            body.push(window.base());
            spot.pushInt((long) element * bytes);
        } else {
            code.getstatic(Names.RAW, "ALL", Names.SEGMENT);
            hostAddress((long) element * bytes);
        }
    }

    private void hostAddress(long more) {
        spot.pushLong(more);
        body.push(window.delta()).ladd();
    }

    private ClassDesc memory() {
        return window.isArray() ? Names.BYTES : Names.SEGMENT;
    }

    private ClassDesc address() {
        return window.isArray() ? Names.I : Names.J;
    }
}
