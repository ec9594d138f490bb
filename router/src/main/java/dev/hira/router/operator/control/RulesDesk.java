package dev.hira.router.operator.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.rules.ApiNames;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleProblem;
import dev.hira.policy.rules.RuleSet;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The text of the rules in a {@link RuleBook}. Compiles rules, which may take long. */
public final class RulesDesk {
    private final RuleBook book;
    private final ApiNames api;
    private final InstantSource clock;

    @GuardedBy("this")
    private RulesText current = RulesText.NONE;

    /**
     * @param api the names that rules may use
     */
    public RulesDesk(RuleBook book, ApiNames api, InstantSource clock) {
        this.book = book;
        this.api = api;
        this.clock = clock;
    }

    /** Returns the names that rules may use of a router's APIs. */
    public static ApiNames names(Collection<Catalog> catalogs) {
        return new ApiNames(
                catalogs.stream().findFirst().map(Catalog::resourceNames).orElse(List.of()),
                catalogs.stream().flatMap(RulesDesk::functions).collect(Collectors.toSet()));
    }

    private static Stream<String> functions(Catalog catalog) {
        return IntStream.rangeClosed(0, catalog.maxFunction())
                .mapToObj(catalog::row)
                .filter(Objects::nonNull)
                .map(FunctionRow::name);
    }

    /** Returns the current rules. */
    public synchronized RulesText current() {
        return current;
    }

    /**
     * Puts the rules in force with which the router starts.
     *
     * @throws IllegalArgumentException when they have mistakes
     */
    synchronized void start(RulesText rules) {
        if (rules.loaded() == null) {
            return;
        }
        switch (RuleSet.compile(rules.text(), api)) {
            case RuleCompilation.Rejected rejected ->
                    throw new IllegalArgumentException(
                            "the rules in "
                                    + rules.source()
                                    + " cannot be loaded:\n"
                                    + rejected.problems().stream()
                                            .map(RuleProblem::render)
                                            .collect(Collectors.joining("\n")));
            case RuleCompilation.Accepted accepted -> book.load(accepted.rules());
        }
        current = rules;
    }

    /**
     * Loads rules, unless they equal the current ones.
     *
     * @param checkOnly checks the rules without loading them
     * @param first is told of the rules before they are loaded, and prevents it by throwing
     */
    public synchronized RulesLoad load(
            String text, String source, boolean checkOnly, Consumer<RulesText> first) {
        return switch (RuleSet.compile(text, api)) {
            case RuleCompilation.Rejected rejected -> new RulesLoad.Rejected(rejected.problems());
            case RuleCompilation.Accepted accepted -> {
                boolean same = current.loaded() != null && current.text().equals(text);
                if (!checkOnly && !same) {
                    RulesText next =
                            new RulesText(text, source, clock.instant(), current.version() + 1);
                    first.accept(next);
                    book.load(accepted.rules());
                    current = next;
                }
                yield new RulesLoad.Accepted(current);
            }
        };
    }
}
