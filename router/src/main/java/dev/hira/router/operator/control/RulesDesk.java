package dev.hira.router.operator.control;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.rules.ApiNames;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.rules.RuleCompilation;
import dev.hira.policy.rules.RuleSet;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.FunctionRow;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The text of the rules in a {@link RuleBook}. Compiles, which may take long. */
public final class RulesDesk {
    private final RuleBook book;
    private final ApiNames api;
    private final InstantSource clock;

    @GuardedBy("this")
    private RulesText current = RulesText.NONE;

    /**
     * @param api what rules may name
     */
    public RulesDesk(RuleBook book, ApiNames api, InstantSource clock) {
        this.book = book;
        this.api = api;
        this.clock = clock;
    }

    /** What rules may name: the resources of the router's first API, the functions of all. */
    public static ApiNames names(Collection<Catalog> catalogs) {
        return new ApiNames(
                catalogs.stream()
                        .limit(1)
                        .flatMap(catalog -> catalog.resources().stream())
                        .map(Catalog.Resource::name)
                        .toList(),
                catalogs.stream().flatMap(RulesDesk::functions).collect(Collectors.toSet()));
    }

    private static Stream<String> functions(Catalog catalog) {
        return IntStream.rangeClosed(0, catalog.maxFunction())
                .mapToObj(catalog::row)
                .filter(Objects::nonNull)
                .map(FunctionRow::name);
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
        return switch (RuleSet.compile(text, api)) {
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
