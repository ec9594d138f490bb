package dev.hira.router.operator.control;

import dev.hira.policy.rules.RuleFailure;
import dev.hira.policy.rules.RuleProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads the operator's own rules from a file when the router starts. */
final class RuleFile {
    private static final Logger LOG = LoggerFactory.getLogger(RuleFile.class);

    private RuleFile() {}

    /**
     * Loads the rules of a file.
     *
     * @throws IllegalArgumentException when the file cannot be read or has mistakes
     */
    static void load(Path file, RulesDesk desk) {
        if (desk.load(text(file), file.toString(), false) instanceof RulesLoad.Rejected rejected) {
            throw new IllegalArgumentException(
                    "the rules in "
                            + file
                            + " cannot be loaded:\n"
                            + rejected.problems().stream()
                                    .map(RuleProblem::render)
                                    .collect(Collectors.joining("\n")));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("the rules in " + file + " cannot be read", e);
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
