package dev.hira.sim.simt;

import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.jit.emit.CodeDump;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.runtime.GeneratedClasses;
import dev.hira.sim.simt.emit.LaneClass;
import dev.hira.sim.simt.emit.LaneCode;
import dev.hira.sim.simt.form.LaneHost;
import dev.hira.sim.simt.form.LanePlan;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compiles programs of the scalar tier to code that runs several threads at once. */
public final class Simt {
    /** The JVM never compiles methods of this size or more. */
    private static final int MOST_BYTES_OF_METHOD = 8000;

    private Simt() {}

    /** The result of a compilation. */
    public sealed interface Outcome {
        /**
         * Groups of threads can run the program.
         *
         * @param refused reasons why groups cannot run some of its pieces, by site
         */
        record Compiled(CompiledProgram program, Map<Integer, String> refused) implements Outcome {}

        /**
         * Groups cannot run the program.
         *
         * @param why a clause
         */
        record Refused(String why) implements Outcome {}
    }

    /** Compiles a program that the scalar tier has compiled. */
    public static Outcome compile(CompiledProgram scalar) {
        return LaneHost.lanes() == 0
                ? new Outcome.Refused(LaneHost.whyNone())
                : compile(scalar, LaneHost.lanes());
    }

    private static Outcome compile(CompiledProgram scalar, int lanes) {
        LaneCompilation.ensure();
        KernelPlan kernel = scalar.plan().unfolded();
        LanePlan plan = LanePlan.of(kernel);
        byte[] bytes = LaneClass.build(plan, lanes);
        Map<Integer, String> large = largeMethods(bytes);
        plan = plan.without(large);
        if (plan.pieces().isEmpty()) {
            return new Outcome.Refused(String.join("; ", plan.refused().values()));
        }
        if (!large.isEmpty()) {
            bytes = LaneClass.build(plan, lanes);
        }
        CodeDump.look(LaneClass.name(plan), bytes);
        LaneCode code = (LaneCode) GeneratedClasses.instance(bytes);
        LanePieces pieces = new LanePieces(code, scalar.code(), lanes, plan.pieces().keySet());
        return new Outcome.Compiled(
                new CompiledProgram(pieces, scalar.plan()), Map.copyOf(plan.refused()));
    }

    /** Returns the sites of pieces whose methods are too large, with reasons. */
    private static Map<Integer, String> largeMethods(byte[] bytes) {
        Map<Integer, String> large = new LinkedHashMap<>();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            String name = method.methodName().stringValue();
            int length =
                    method.findAttribute(Attributes.code())
                            .map(code -> code.codeLength())
                            .orElse(0);
            if (length >= MOST_BYTES_OF_METHOD) {
                large.put(LaneClass.site(name), "its code has " + length + " bytes");
            }
        }
        return large;
    }
}
