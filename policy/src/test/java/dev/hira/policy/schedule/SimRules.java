package dev.hira.policy.schedule;

import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleSet;
import java.util.List;

/** Rules for simulations; their expressions must not fail. */
final class SimRules {
    private SimRules() {}

    static RuleBook book(String text) {
        var book =
                new RuleBook(
                        () -> 0,
                        failure -> {
                            throw new AssertionError(failure.toString());
                        });
        book.load(rules(text));
        return book;
    }

    static RuleSet rules(String text) {
        return switch (RuleSet.compile(text, List.of("calls"))) {
            case RuleCompilation.Accepted(RuleSet rules) -> rules;
            case RuleCompilation.Rejected rejected ->
                    throw new AssertionError(rejected.problems().toString());
        };
    }
}
