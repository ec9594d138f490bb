package dev.hira.sim.jit;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiler from programs to code of the JVM. */
public final class Jit {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** Methods beyond this are never compiled by the JVM. */
    private static final int MOST_BYTES_OF_METHOD = 8000;

    /** The estimated sizes of pieces that are tried, one after the other. */
    private static final int[] SIZES = {6000, 3500, 2000};

    private Jit() {}

    /** Compiles a program, or says why not. */
    public static Outcome compile(Program program) {
        Routine kernel = program.kernel();
        List<Routine> routines = program.routines().subList(1, program.routines().size());
        @Nullable String reason = Refusals.reason(program, kernel, routines);
        return reason == null ? compile(program, kernel, routines) : new Outcome.Refused(reason);
    }

    private static Outcome compile(Program program, Routine kernel, List<Routine> routines) {
        ClassDesc owner = ProgramClass.name(kernel);
        boolean mayQuit = routines.stream().anyMatch(Refusals::quits);
        for (int size : SIZES) {
            KernelPlan plan =
                    KernelPlan.of(
                            owner,
                            program,
                            BlockSplitter.split(kernel, size),
                            size,
                            new BitSet(),
                            mayQuit);
            byte[] bytes = ProgramClass.build(plan, routines);
            if (largestMethod(bytes) < MOST_BYTES_OF_METHOD) {
                CodeDump.look(owner, bytes);
                return new Outcome.Compiled(new CompiledProgram(define(bytes), plan));
            }
        }
        return new Outcome.Refused("its code cannot be cut into methods that the JVM compiles");
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
        try {
            Class<?> type =
                    LOOKUP.defineHiddenClass(bytes, true, MethodHandles.Lookup.ClassOption.NESTMATE)
                            .lookupClass();
            return (PieceCode) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("Generated code cannot be loaded.", impossible);
        }
    }
}
