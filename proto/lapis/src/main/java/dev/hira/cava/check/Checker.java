package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.read.Problems;
import java.util.List;

/** Checks a description that was read without errors: every rule on every function. */
public final class Checker {
    private static final List<Rule> RULES =
            List.of(
                    new ModeRule(),
                    new BlockingRule(),
                    new TypeRule(),
                    new BufferRule(),
                    new LateRule(),
                    new SplitRule(),
                    new HandleRule(),
                    new HistoryRule(),
                    new ResourceRule(),
                    new WorkRule(),
                    new CallbackRule());

    private Checker() {}

    /** Reports every violation. */
    public static void check(Api api, Problems problems) {
        new ApiRules(api, problems).check();
        new LifeRules(api, problems).check();
        for (ApiFunction function : api.functions()) {
            CheckReport report = new CheckReport(function, problems);
            RULES.forEach(rule -> rule.check(api, function, report));
        }
    }
}
