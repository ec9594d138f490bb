package dev.hira.sim.jit.method;

import dev.hira.sim.code.SpecialRegister;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;

/**
 * Emits the coordinates of the threads that a piece runs. Threads run in rows, in which only the
 * first coordinate changes, by one from thread to thread; a piece that does not read coordinates
 * has one row.
 */
public final class CoordinateEmitter {
    private static final int FROM = 1;
    private static final int TO = 2;

    private final MethodBody body;
    private final CodeBuilder code;
    private final boolean wanted;
    private final boolean wantsY;
    private final boolean wantsZ;
    private int rowStart;
    private int rowEnd;

    public CoordinateEmitter(MethodBody body, PieceRequirements needs) {
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
            body.tidY = wantsY ? code.allocateLocal(TypeKind.INT) : MethodBody.NONE;
            body.tidZ = wantsZ ? code.allocateLocal(TypeKind.INT) : MethodBody.NONE;
            rowStart = code.allocateLocal(TypeKind.INT);
            rowEnd = code.allocateLocal(TypeKind.INT);
        }
    }

    /** Computes the row of the thread. */
    public void beginRow() {
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
                .aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "ntidX", GeneratedTypes.I)
                .iadd()
                .invokestatic(
                        GeneratedTypes.MATH,
                        "min",
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.I, GeneratedTypes.I))
                .istore(rowEnd);
    }

    /** Computes the thread's place in the row. */
    public void beginThread() {
        if (wanted) {
            code.iload(FROM).iload(rowStart).isub().istore(body.tidX);
        }
    }

    /** Pushes the number of the first thread after the row. */
    public void pushRowEnd() {
        code.iload(wanted ? rowEnd : TO);
    }

    private CodeBuilder pushCoordinate(String method) {
        return code.aload(MethodBody.WORKSPACE)
                .getfield(GeneratedTypes.WORKSPACE, "block", GeneratedTypes.BLOCK)
                .iload(FROM)
                .invokevirtual(
                        GeneratedTypes.BLOCK,
                        method,
                        GeneratedTypes.method(GeneratedTypes.I, GeneratedTypes.I));
    }
}
