package dev.hira.sim.simt.emit;

import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.simt.form.LanePlan;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the class file of a program's groups: a method for each piece, and a dispatcher by site.
 */
public final class LaneClass {
    /** The flags of its methods. */
    static final int STATIC = ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL;

    private LaneClass() {}

    /** Returns the name of a kernel's class. */
    public static ClassDesc name(LanePlan plan) {
        ClassDesc scalar = plan.kernel().owner();
        return ClassDesc.of(
                scalar.packageName(), scalar.displayName().replaceFirst("^Kernel_", "Lanes_"));
    }

    /** Returns the bytes of the class. */
    public static byte[] build(LanePlan plan, int lanes) {
        ClassDesc owner = name(plan);
        return ClassFile.of()
                .build(
                        owner,
                        type -> {
                            type.withFlags(AccessFlag.FINAL)
                                    .withInterfaceSymbols(GeneratedTypes.of(LaneCode.class));
                            addConstructor(type);
                            addRun(type, plan, owner);
                            VectorFunctions.add(type, lanes);
                            for (LanePlan.LanePiece piece : plan.pieces().values()) {
                                type.withMethodBody(
                                        method(piece),
                                        LaneMethod.TYPE,
                                        STATIC,
                                        code -> LaneMethod.emit(code, plan, piece, lanes));
                            }
                        });
    }

    private static String method(LanePlan.LanePiece piece) {
        int site = piece.piece().site();
        return site == BlockState.START ? "begin" : "site" + site;
    }

    /** Returns the site of a method's piece. */
    public static int site(String method) {
        return method.equals("begin")
                ? BlockState.START
                : Integer.parseInt(method.substring("site".length()));
    }

    private static void addConstructor(ClassBuilder type) {
        type.withMethodBody(
                ConstantDescs.INIT_NAME,
                ConstantDescs.MTD_void,
                0,
                code ->
                        code.aload(0)
                                .invokespecial(
                                        ConstantDescs.CD_Object,
                                        ConstantDescs.INIT_NAME,
                                        ConstantDescs.MTD_void)
                                .return_());
    }

    private static void addRun(ClassBuilder type, LanePlan plan, ClassDesc owner) {
        type.withMethodBody(
                "run",
                GeneratedTypes.method(
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.WORKSPACE,
                        GeneratedTypes.I,
                        GeneratedTypes.I,
                        GeneratedTypes.of(PieceCode.class)),
                ClassFile.ACC_PUBLIC,
                code -> choose(code, plan, owner));
    }

    private static void choose(CodeBuilder code, LanePlan plan, ClassDesc owner) {
        Label none = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        List<LanePlan.LanePiece> pieces = List.copyOf(plan.pieces().values());
        List<Label> labels = pieces.stream().map(_ -> code.newLabel()).toList();
        int last = BlockState.START;
        for (int i = 0; i < pieces.size(); i++) {
            int site = pieces.get(i).piece().site();
            cases.add(SwitchCase.of(site, labels.get(i)));
            last = Math.max(last, site);
        }
        code.iload(1).tableswitch(BlockState.START, last, none, cases);
        for (int i = 0; i < pieces.size(); i++) {
            code.labelBinding(labels.get(i)).aload(2).iload(3).iload(4).aload(5);
            code.invokestatic(owner, method(pieces.get(i)), LaneMethod.TYPE).ireturn();
        }
        code.labelBinding(none).loadConstant(PieceCode.ELSEWHERE).ireturn();
    }
}
