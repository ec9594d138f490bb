package dev.hira.router;

import dev.hira.policy.NanoClock;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleSet;
import dev.hira.policy.tenant.Environment;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.operator.control.PolicySource.Governance;
import dev.hira.router.operator.control.RuleFile;
import dev.hira.router.operator.control.RulesDesk;
import java.time.InstantSource;
import java.util.Optional;
import java.util.stream.Collectors;

/** Checks what a router starts from, without starting one. */
public final class RouterCheck {
    private RouterCheck() {}

    /**
     * Checks a configuration with its policy and its rules.
     *
     * @throws RuntimeException with the sentence with which a start would fail
     */
    public static void configuration(RouterConfig config, RouterOptions options) {
        InstantSource time = InstantSource.system();
        try (Deadlines deadlines = new Deadlines()) {
            Governance ignored =
                    options.policies()
                            .of(
                                    config.policy(),
                                    RuleFile.read(config.policy().rules(), time),
                                    options.catalogs(),
                                    new Environment(
                                            NanoClock.SYSTEM, deadlines.alarm(NanoClock.SYSTEM)),
                                    time);
        }
    }

    /**
     * Returns the mistakes in rules, with their lines.
     *
     * @param source the file
     */
    public static Optional<String> rules(String text, String source, RouterOptions options) {
        return switch (RuleSet.compile(text, RulesDesk.names(options.catalogs()))) {
            case RuleCompilation.Accepted _ -> Optional.empty();
            case RuleCompilation.Rejected rejected ->
                    Optional.of(
                            rejected.problems().stream()
                                    .map(problem -> source + ": " + problem.render())
                                    .collect(Collectors.joining("\n")));
        };
    }
}
