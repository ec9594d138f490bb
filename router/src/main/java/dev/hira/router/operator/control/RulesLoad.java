package dev.hira.router.operator.control;

import dev.hira.policy.rules.RuleProblem;
import java.util.List;

/** What became of rules that were to be loaded. */
public sealed interface RulesLoad {
    /** They hold from now on, or would. */
    record Accepted(RulesText rules) implements RulesLoad {}

    /** They make no sense; those before still hold. */
    record Rejected(List<RuleProblem> problems) implements RulesLoad {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
