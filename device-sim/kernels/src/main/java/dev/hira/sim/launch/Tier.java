package dev.hira.sim.launch;

import dev.hira.sim.code.Program;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.jit.plan.OmittedFeature;
import dev.hira.sim.run.ThreadEngine;
import java.util.Set;
import java.util.function.Supplier;

/** A way of running programs. */
public interface Tier {
    /** Its name in statistics. */
    String name();

    /** Makes an engine for a program, which may take a while; it is asked once for each program. */
    Attempt prepare(Program program);

    /** What comes of the attempt to run a program in a tier. */
    sealed interface Attempt {
        /**
         * The tier can run it.
         *
         * @param standing what runs it, which may change while it runs
         */
        record Ready(ThreadEngine engine, Supplier<Standing> standing) implements Attempt {}

        /**
         * The tier cannot run it.
         *
         * @param why a clause, such as "it has 70000 instructions"
         */
        record Refused(String why) implements Attempt {}
    }

    /**
     * What runs a program.
     *
     * @param tier its name
     * @param why it and no other
     */
    record Standing(String tier, String why) {}

    /** What a tier can run for good. */
    default Attempt ready(ThreadEngine engine) {
        Standing standing = new Standing(name(), "");
        return new Attempt.Ready(engine, () -> standing);
    }

    /** The tier that begins as the scalar one and goes over to groups where these are faster. */
    static Tier automatic() {
        return new AutomaticTier();
    }

    /** The tier that turns programs into code of the JVM, in which threads run one by one. */
    static Tier scalar() {
        return new ScalarTier(Set.of());
    }

    /**
     * The same, with code that does without something, to measure what that costs. It is not safe.
     */
    static Tier scalarWithout(OmittedFeature omitted) {
        return new ScalarTier(Set.of(omitted));
    }

    /** The tier that runs several threads at once, where the process has vectors for that. */
    static Tier simt() {
        return new SimtTier();
    }

    /** The tier that runs everything, slowly. */
    static Tier interpreter() {
        return new Tier() {
            @Override
            public String name() {
                return "interpreter";
            }

            @Override
            public Attempt prepare(Program program) {
                return ready(Interpreter.of(program));
            }
        };
    }
}
