package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rules that were checked and can be loaded. Immutable. */
public final class RuleSet {
    static final long RETRY_NANOS = 5_000_000;

    /** No rules. */
    static final RuleSet EMPTY = new RuleSet(List.of(), List.of(), List.of(), null, RETRY_NANOS, 0);

    private final List<Counter> counters;
    private final List<Judgement> judgements;
    private final List<Consumption> consumptions;
    private final @Nullable RuleExpression priority;
    private final long retryNanos;
    private final int deviceTime;

    RuleSet(
            List<Counter> counters,
            List<Judgement> judgements,
            List<Consumption> consumptions,
            @Nullable RuleExpression priority,
            long retryNanos,
            int deviceTime) {
        this.counters = List.copyOf(counters);
        this.judgements = List.copyOf(judgements);
        this.consumptions = List.copyOf(consumptions);
        this.priority = priority;
        this.retryNanos = retryNanos;
        this.deviceTime = deviceTime;
    }

    /**
     * Reads and checks rules.
     *
     * @param text the rules, as docs/rules.md describes them
     * @param resources the names of the API's resources, by index
     */
    public static RuleCompilation compile(String text, List<String> resources) {
        return compile(text, new ApiNames(resources, Set.of()));
    }

    /** The same, where function names in rules are checked too. */
    public static RuleCompilation compile(String text, ApiNames api) {
        return new RuleSetCompiler(text, api).compile();
    }

    List<Counter> counters() {
        return counters;
    }

    List<Judgement> judgements() {
        return judgements;
    }

    List<Consumption> consumptions() {
        return consumptions;
    }

    @Nullable RuleExpression priority() {
        return priority;
    }

    long retryNanos() {
        return retryNanos;
    }

    /** The index by which device time is consumed. */
    int deviceTime() {
        return deviceTime;
    }

    /** A counter of the rules' own, one for each VM. */
    record Counter(String name, long initial) {}

    /** A verdict, if a condition holds. */
    record Judgement(RuleExpression condition, Admission verdict) {}

    /**
     * What a use does.
     *
     * @param resource the index of the resource that is used
     * @param counter the index of the counter that changes; -1: what is charged does
     */
    record Consumption(int resource, int counter, RuleExpression value) {}
}
