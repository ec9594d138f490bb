package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/** Shared or local memory or parameters, which are arrays of bytes. */
final class ArrayPlace implements Place {
    private final Body body;
    private final CodeBuilder code;
    private final Access access;

    ArrayPlace(Body body, Access access) {
        this.body = body;
        this.code = body.code;
        this.access = access;
    }

    @Override
    public void check(Label otherwise) {
        // The address is within when neither it nor what is left behind the access is negative.
        array();
        code.arraylength()
                .i2l()
                .loadConstant((long) access.bytes())
                .lsub()
                .lload(body.address)
                .lsub()
                .lload(body.address)
                .lor()
                .lconst_0()
                .lcmp()
                .iflt(otherwise);
        if (access.bytes() > 1) {
            code.lload(body.address).l2i().loadConstant(access.bytes() - 1).iand().ifne(otherwise);
        }
    }

    @Override
    public Cell load(int element, Cell wanted) {
        if (wanted == Cell.BYTE) {
            array();
            index(element);
            code.baload();
            return wanted;
        }
        handle(wanted);
        array();
        index(element);
        code.invokevirtual(
                Names.VAR_HANDLE, "get", Names.method(wanted.type(), Names.BYTES, Names.I));
        return wanted;
    }

    @Override
    public void store(int element, Cell cell, Carrier carrier, Runnable push) {
        if (cell != Cell.BYTE) {
            handle(cell);
        }
        array();
        index(element);
        push.run();
        cell.narrow(code, carrier);
        if (cell == Cell.BYTE) {
            code.bastore();
        } else {
            code.invokevirtual(
                    Names.VAR_HANDLE,
                    "set",
                    Names.method(Names.V, Names.BYTES, Names.I, cell.type()));
        }
    }

    private void handle(Cell cell) {
        code.getstatic(Names.RAW, cell.name() + "_IN_BYTES", Names.VAR_HANDLE);
    }

    private void array() {
        switch (access.space()) {
            case SHARED -> body.push(Fixture.SHARED);
            case PARAM -> body.push(Fixture.PARAMETERS);
            case LOCAL -> body.pushLocal();
            case GLOBAL, GENERIC -> throw new IllegalStateException("Device memory is no array.");
        }
    }

    private void index(int element) {
        code.lload(body.address).l2i();
        if (element > 0) {
            code.loadConstant(element * access.type().bytes()).iadd();
        }
    }
}
