package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.jit.plan.CodeStyle;
import dev.hira.sim.jit.plan.OmittedFeature;
import dev.hira.sim.run.ThreadEngine;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A way of running programs. */
public interface Tier {
    /** Returns the tier's name in statistics. */
    String name();

    /** Makes an engine for a program, which may take a while. Called once for each program. */
    Attempt prepare(Program program);

    /**
     * Returns the tier for programs that run under observation in place of this one: that of scalar
     * code, which reports its accesses.
     */
    default Tier observed() {
        return new ScalarTier(CodeStyle.OBSERVED);
    }

    /** The result of preparing a program in a tier. */
    sealed interface Attempt {
        /**
         * The tier can run the program.
         *
         * @param standing the tier that runs the program at present, which may change during a run
         */
        record Ready(ThreadEngine engine, Supplier<Standing> standing) implements Attempt {}

        /**
         * The tier cannot run the program.
         *
         * @param why a clause, such as "it has 70000 instructions"
         */
        record Refused(String why) implements Attempt {}
    }

    /**
     * The tier that runs a program at present.
     *
     * @param tier name of the tier
     * @param why the reason why this tier runs it and no other
     */
    record Standing(String tier, String why) {}

    /** Returns the attempt of a tier that keeps running the program itself. */
    default Attempt ready(ThreadEngine engine) {
        Standing standing = new Standing(name(), "");
        return new Attempt.Ready(engine, () -> standing);
    }

    /**
     * Returns the tier that starts with scalar code and changes to lane groups where these are
     * faster.
     *
     * @param nanos the clock by which it compares them
     */
    static Tier automatic(LongSupplier nanos) {
        return new AutomaticTier(nanos);
    }

    /** Returns the tier that compiles programs to JVM code in which threads run one by one. */
    static Tier scalar() {
        return new ScalarTier(CodeStyle.USUAL);
    }

    /**
     * Returns the scalar tier with a feature left out, to measure its cost. Such code is not safe.
     */
    static Tier scalarWithout(OmittedFeature omitted) {
        return new ScalarTier(CodeStyle.without(omitted));
    }

    /** Returns the tier that runs several threads at once, where the process has vector support. */
    static Tier simt() {
        return new SimtTier();
    }

    /** Returns the tier that runs everything, slowly. */
    static Tier interpreter() {
        return new InterpreterTier(false);
    }
}
