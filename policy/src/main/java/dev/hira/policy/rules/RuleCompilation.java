package dev.hira.policy.rules;

import java.util.List;

/** The result of compiling a text of rules: the whole text is accepted or rejected. */
public sealed interface RuleCompilation {
    /** The rules can be loaded. */
    record Accepted(RuleSet rules) implements RuleCompilation {}

    /**
     * The rules cannot be loaded.
     *
     * @param problems at least one, in the order of their lines
     */
    record Rejected(List<RuleProblem> problems) implements RuleCompilation {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }
}
