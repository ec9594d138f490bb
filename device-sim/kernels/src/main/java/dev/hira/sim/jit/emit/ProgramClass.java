package dev.hira.sim.jit.emit;

import dev.hira.sim.code.Routine;
import dev.hira.sim.jit.method.GeneratedTypes;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.runtime.GeneratedClasses;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.run.BlockState;
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
import java.util.function.Consumer;

/**
 * Builds the class file of a program: a method for each piece of the kernel, one for each routine
 * that it calls, and {@link PieceCode#run}, which dispatches to the piece of a site.
 */
public final class ProgramClass {
    private static final int STATIC =
            ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL;

    private ProgramClass() {}

    /** Returns the bytes of the class. */
    public static byte[] build(KernelPlan plan, List<Routine> routines) {
        return ClassFile.of()
                .build(
                        plan.owner(),
                        type -> {
                            type.withFlags(AccessFlag.FINAL)
                                    .withInterfaceSymbols(GeneratedTypes.of(PieceCode.class));
                            addConstructor(type);
                            addRun(type, plan);
                            for (Piece piece : plan.pieces()) {
                                type.withMethodBody(
                                        PieceEmitter.name(plan, piece),
                                        PieceEmitter.TYPE,
                                        STATIC,
                                        code -> PieceEmitter.emit(code, plan, piece));
                            }
                            for (Routine routine : routines) {
                                type.withMethodBody(
                                        CallEmitter.name(routine),
                                        CallEmitter.type(routine),
                                        STATIC,
                                        code -> RoutineEmitter.emit(code, plan, routine));
                            }
                        });
    }

    /** Returns the name of a kernel's class. */
    public static ClassDesc name(Routine kernel) {
        return ClassDesc.of(
                GeneratedClasses.packageName(), "Kernel_" + PieceEmitter.javaName(kernel.name()));
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

    private static void addRun(ClassBuilder type, KernelPlan plan) {
        ClassDesc[] parameters = {
            GeneratedTypes.I, GeneratedTypes.WORKSPACE, GeneratedTypes.I, GeneratedTypes.I
        };
        type.withMethodBody(
                "run",
                GeneratedTypes.method(GeneratedTypes.I, parameters),
                ClassFile.ACC_PUBLIC,
                code -> choose(code, plan));
    }

    private static void choose(CodeBuilder code, KernelPlan plan) {
        Label none = code.newLabel();
        List<SwitchCase> cases = new ArrayList<>();
        List<Consumer<CodeBuilder>> calls = new ArrayList<>();
        for (Piece piece : plan.pieces()) {
            Label label = code.newLabel();
            cases.add(SwitchCase.of(piece.site(), label));
            calls.add(here -> {
                here.labelBinding(label).aload(2).iload(3).iload(4);
                here.invokestatic(plan.owner(), PieceEmitter.name(plan, piece), PieceEmitter.TYPE)
                        .ireturn();
            });
        }
        int last = plan.pieces().stream().mapToInt(Piece::site).max().orElse(BlockState.START);
        code.iload(1).tableswitch(BlockState.START, last, none, cases);
        calls.forEach(call -> call.accept(code));
        code.labelBinding(none);
        code.loadConstant(PieceCode.ELSEWHERE).ireturn();
    }
}
