package dev.hira.sim.simt;

import dev.hira.base.Leftovers;
import dev.hira.sim.simt.emit.VectorFunctions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Makes the JVM compile the code of groups with its optimizing compiler alone. The quick compiler
 * allocates an object for each vector, and for larger methods gives up in a way that keeps the
 * optimizing one from ever trying. Functions that pieces call are inlined, since a vector that is
 * passed to a method is an object.
 */
final class LaneCompilation {
    private static final System.Logger LOGGER = System.getLogger(LaneCompilation.class.getName());
    private static final String DIRECTIVES =
            "[{ match: \"dev/hira/sim/jit/runtime/Lanes_*.*\", c1: { Exclude: true },"
                    + " inline: [\"+dev/hira/sim/jit/runtime/Lanes_*."
                    + VectorFunctions.EX2
                    + "\"] }]\n";
    private static final boolean DIRECTED = tell();

    private LaneCompilation() {}

    /** Ensures that the JVM has the directives. */
    static void ensure() {
        if (!DIRECTED) {
            LOGGER.log(
                    System.Logger.Level.DEBUG,
                    "Groups of threads may stay slow: the JVM has no directives for their code.");
        }
    }

    private static boolean tell() {
        try {
            Path file = Files.createTempFile("hira-lanes-", ".json");
            Leftovers.remove(file, "hira-lanes-*.json", "");
            // When the JVM ends meanwhile, the finally block below does not run.
            file.toFile().deleteOnExit();
            try {
                Files.writeString(file, DIRECTIVES);
                ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                "compilerDirectivesAdd",
                                new Object[] {new String[] {file.toString()}},
                                new String[] {String[].class.getName()});
            } finally {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | JMException refused) {
            LOGGER.log(
                    System.Logger.Level.DEBUG,
                    "The JVM cannot be told how to compile the code of groups of threads.",
                    refused);
            return false;
        }
    }
}
