package dev.hira.sim.jit;

import dev.hira.sim.code.SpecialRegister;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;

/**
 * Emits the coordinates of the threads that a piece runs. Threads are run in rows, in which only
 * the first coordinate changes, by one from thread to thread; a piece that does not read
 * coordinates has one row.
 */
final class Coordinates {
    private static final int FROM = 1;
    private static final int TO = 2;

    private final Body body;
    private final CodeBuilder code;
    private final boolean wanted;
    private final boolean wantsY;
    private final boolean wantsZ;
    private int rowStart;
    private int rowEnd;

    Coordinates(Body body, Needs needs) {
        this.body = body;
        this.code = body.code;
        this.wanted =
                needs.reads(SpecialRegister.TID_X)
                        || needs.reads(SpecialRegister.TID_Y)
                        || needs.reads(SpecialRegister.TID_Z);
        this.wantsY = needs.reads(SpecialRegister.TID_Y);
        this.wantsZ = needs.reads(SpecialRegister.TID_Z);
        if (wanted) {
            body.tidX = code.allocateLocal(TypeKind.INT);
            body.tidY = wantsY ? code.allocateLocal(TypeKind.INT) : Body.NONE;
            body.tidZ = wantsZ ? code.allocateLocal(TypeKind.INT) : Body.NONE;
            rowStart = code.allocateLocal(TypeKind.INT);
            rowEnd = code.allocateLocal(TypeKind.INT);
        }
    }

    /** Finds out which row the thread is in. */
    void beginRow() {
        if (!wanted) {
            return;
        }
        if (wantsY) {
            pushCoordinate("tidY").istore(body.tidY);
        }
        if (wantsZ) {
            pushCoordinate("tidZ").istore(body.tidZ);
        }
        code.iload(FROM);
        pushCoordinate("tidX").isub().istore(rowStart);
        code.iload(TO)
                .iload(rowStart)
                .aload(Body.WORKSPACE)
                .getfield(Names.WORKSPACE, "ntidX", Names.I)
                .iadd()
                .invokestatic(Names.MATH, "min", Names.method(Names.I, Names.I, Names.I))
                .istore(rowEnd);
    }

    /** Gives the thread its place in the row. */
    void beginThread() {
        if (wanted) {
            code.iload(FROM).iload(rowStart).isub().istore(body.tidX);
        }
    }

    /** Pushes the number of the thread behind the row. */
    void pushRowEnd() {
        code.iload(wanted ? rowEnd : TO);
    }

    private CodeBuilder pushCoordinate(String method) {
        return code.aload(Body.WORKSPACE)
                .getfield(Names.WORKSPACE, "block", Names.BLOCK)
                .iload(FROM)
                .invokevirtual(Names.BLOCK, method, Names.method(Names.I, Names.I));
    }
}
