package dev.hira.sim.jit;

import dev.hira.sim.code.Access;
import dev.hira.sim.code.Carrier;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;

/** Device memory in the window of allocations or in that of variables, without any detour. */
final class WindowPlace implements Place {
    private final Body body;
    private final CodeBuilder code;
    private final Access access;
    private final boolean variables;

    WindowPlace(Body body, Access access, boolean variables) {
        this.body = body;
        this.code = body.code;
        this.access = access;
        this.variables = variables;
    }

    @Override
    public void check(Label otherwise) {
        code.lload(body.address);
        body.push(variables ? Fixture.VARIABLES_BASE : Fixture.BASE).lsub();
        body.push(variables ? Fixture.VARIABLES_REACH : Fixture.REACH);
        code.invokestatic(Names.LONG, "compareUnsigned", Names.method(Names.I, Names.J, Names.J))
                .ifge(otherwise);
        if (access.bytes() > 1) {
            code.lload(body.address).l2i().loadConstant(access.bytes() - 1).iand().ifne(otherwise);
        }
    }

    @Override
    public Cell load(int element, Cell wanted) {
        handle(wanted);
        address(element);
        code.invokevirtual(
                Names.VAR_HANDLE, "get", Names.method(wanted.type(), Names.SEGMENT, Names.J));
        return wanted;
    }

    @Override
    public void store(int element, Cell cell, Carrier carrier, Runnable push) {
        handle(cell);
        address(element);
        push.run();
        cell.narrow(code, carrier);
        code.invokevirtual(
                Names.VAR_HANDLE,
                "set",
                Names.method(Names.V, Names.SEGMENT, Names.J, cell.type()));
    }

    private void handle(Cell cell) {
        code.getstatic(Names.RAW, cell.name(), Names.VAR_HANDLE)
                .getstatic(Names.RAW, "ALL", Names.SEGMENT);
    }

    private void address(int element) {
        code.lload(body.address);
        body.push(variables ? Fixture.VARIABLES_DELTA : Fixture.DELTA).ladd();
        if (element > 0) {
            code.loadConstant((long) element * access.type().bytes()).ladd();
        }
    }
}
