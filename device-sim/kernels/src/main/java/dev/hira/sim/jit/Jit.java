package dev.hira.sim.jit;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.jit.emit.CodeDump;
import dev.hira.sim.jit.emit.ProgramClass;
import dev.hira.sim.jit.plan.BlockSplitter;
import dev.hira.sim.jit.plan.CallGraph;
import dev.hira.sim.jit.plan.CodeStyle;
import dev.hira.sim.jit.plan.Inliner;
import dev.hira.sim.jit.plan.JitRefusals;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.runtime.GeneratedClasses;
import dev.hira.sim.jit.runtime.PieceCode;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Compiles programs to JVM code. */
public final class Jit {

    /** The JVM never compiles methods of this size or more. */
    private static final int MOST_BYTES_OF_METHOD = 8000;

    /** The estimated sizes of pieces that are tried, one after the other. */
    private static final int[] SIZES = {6000, 3500, 2000};

    private Jit() {}

    /** Compiles a program, or returns why it is refused. */
    public static CompilationOutcome compile(Program program) {
        return compile(program, CodeStyle.USUAL);
    }

    /** Compiles a program to code of some style. */
    public static CompilationOutcome compile(Program program, CodeStyle style) {
        return compile(program, style, _ -> {});
    }

    private static CompilationOutcome compile(
            Program program, CodeStyle style, Consumer<byte[]> look) {
        CallGraph calls = new CallGraph(program);
        BitSet inlined = calls.callersOf(JitRefusals::mustBeInlined);
        inlined.clear(0);
        BitSet better = calls.callersOf(JitRefusals::waits);
        better.clear(0);
        better.andNot(calls.recursive(better));
        better.andNot(calls.calledThroughPointers());
        @Nullable String reason = JitRefusals.reason(program, calls, inlined);
        if (reason != null) {
            return new CompilationOutcome.Refused(reason);
        }
        inlined.or(better);
        if (style.observed()) {
            reason = JitRefusals.unobservable(program, calls, inlined);
            if (reason != null) {
                return new CompilationOutcome.Refused(reason);
            }
        }
        Program whole = Inliner.inline(program, inlined);
        reason = JitRefusals.reason(whole.kernel());
        return reason == null
                ? cutAndBuild(whole, style, look)
                : new CompilationOutcome.Refused(reason);
    }

    /**
     * Returns the bytes of the class for a program, for inspection.
     *
     * @throws IllegalArgumentException when the program is refused
     */
    public static byte[] classOf(Program program) {
        byte[][] seen = new byte[1][];
        CompilationOutcome outcome = compile(program, CodeStyle.USUAL, bytes -> seen[0] = bytes);
        if (outcome instanceof CompilationOutcome.Refused(String reason)) {
            throw new IllegalArgumentException("There is no class, because " + reason + ".");
        }
        return seen[0];
    }

    private static CompilationOutcome cutAndBuild(
            Program program, CodeStyle style, Consumer<byte[]> look) {
        Routine kernel = program.kernel();
        ClassDesc owner = ProgramClass.name(kernel);
        BitSet reachable = new CallGraph(program).reachable();
        List<Routine> routines =
                program.routines().stream()
                        .filter(routine -> routine.index() != 0 && reachable.get(routine.index()))
                        .toList();
        boolean mayQuit = routines.stream().anyMatch(JitRefusals::quits);
        for (int size : SIZES) {
            Routine split = BlockSplitter.split(kernel, size);
            KernelPlan plan = KernelPlan.of(owner, program, split, size, mayQuit, style);
            byte[] bytes = ProgramClass.build(plan, routines);
            plan.observed().close();
            if (largestMethod(bytes) < MOST_BYTES_OF_METHOD) {
                CodeDump.look(owner, bytes);
                look.accept(bytes);
                return new CompilationOutcome.Compiled(
                        new CompiledProgram(new WarmupSlicing(define(bytes), plan.pieces()), plan));
            }
        }
        return new CompilationOutcome.Refused(
                "its code cannot be cut into methods that the JVM compiles");
    }

    private static int largestMethod(byte[] bytes) {
        ClassModel model = ClassFile.of().parse(bytes);
        int largest = 0;
        for (MethodModel method : model.methods()) {
            largest =
                    Math.max(
                            largest,
                            method.findAttribute(java.lang.classfile.Attributes.code())
                                    .map(code -> code.codeLength())
                                    .orElse(0));
        }
        return largest;
    }

    private static PieceCode define(byte[] bytes) {
        return (PieceCode) GeneratedClasses.instance(bytes);
    }
}
