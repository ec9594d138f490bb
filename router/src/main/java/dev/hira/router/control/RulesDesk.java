package dev.hira.router.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleSet;
import java.time.InstantSource;
import java.util.List;

/** The text of the rules in a {@link RuleBook}. Compiles, which may take long. */
public final class RulesDesk {
    private final RuleBook book;
    private final List<String> resources;
    private final InstantSource clock;

    @GuardedBy("this")
    private RulesText current = RulesText.NONE;

    /**
     * @param resources the names of the API's resources, by index
     */
    public RulesDesk(RuleBook book, List<String> resources, InstantSource clock) {
        this.book = book;
        this.resources = List.copyOf(resources);
        this.clock = clock;
    }

    /** What holds. */
    public synchronized RulesText current() {
        return current;
    }

    /**
     * Loads rules, unless they are those that hold already.
     *
     * @param checkOnly changes nothing
     */
    public synchronized RulesLoad load(String text, String source, boolean checkOnly) {
        return switch (RuleSet.compile(text, resources)) {
            case RuleCompilation.Rejected rejected -> new RulesLoad.Rejected(rejected.problems());
            case RuleCompilation.Accepted accepted -> {
                boolean same = current.loaded() != null && current.text().equals(text);
                if (!checkOnly && !same) {
                    book.load(accepted.rules());
                    current = new RulesText(text, source, clock.instant(), current.version() + 1);
                }
                yield new RulesLoad.Accepted(current);
            }
        };
    }
}
