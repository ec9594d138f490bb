package dev.hira.router.operator.control;

import dev.hira.policy.rules.RuleFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of the operator's own rules, from which the router starts. */
public final class RuleFile {
    private static final Logger LOG = LoggerFactory.getLogger(RuleFile.class);

    private RuleFile() {}

    /**
     * Reads the rules of a file, without checking them.
     *
     * @param clock dates the rules
     * @throws IllegalArgumentException when the file cannot be read
     */
    public static RulesText read(Optional<Path> file, InstantSource clock) {
        return file.map(path -> new RulesText(text(path), path.toString(), clock.instant(), 1))
                .orElse(RulesText.NONE);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            String problem =
                    Files.exists(file)
                            ? "the rules in " + file + " cannot be read: " + e.getMessage()
                            : "the file " + file + " with the rules does not exist";
            throw new IllegalArgumentException(problem, e);
        }
    }

    /** Logs that a rule cannot be evaluated for a VM. */
    static void tell(RuleFailure failure) {
        LOG.atWarn()
                .addKeyValue("vm", failure.vm())
                .addKeyValue("line", failure.line())
                .addKeyValue("times", failure.times())
                .log("rule cannot be evaluated: {}", failure.reason());
    }
}
