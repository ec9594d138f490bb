package dev.hira.router.operator.control;

import dev.hira.policy.rules.RuleProblem;
import java.util.List;

/** The result of loading rules. */
public sealed interface RulesLoad {
    /** The rules are in force, or would be if loaded. */
    record Accepted(RulesText rules) implements RulesLoad {}

    /** The rules are invalid; the former ones stay in force. */
    record Rejected(List<RuleProblem> problems) implements RulesLoad {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
