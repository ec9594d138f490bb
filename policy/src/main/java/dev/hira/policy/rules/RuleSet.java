package dev.hira.policy.rules;

import dev.hira.policy.Admission;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checked rules that can be loaded. Immutable. */
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
     * Compiles rules.
     *
     * @param text the rules, as docs/rules.md describes them
     * @param resources the names of the API's resources, by index
     */
    public static RuleCompilation compile(String text, List<String> resources) {
        return compile(text, new ApiNames(resources, Set.of()));
    }

    /** Compiles rules and also checks function names in them. */
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

    /** Returns the resource index of device time. */
    int deviceTime() {
        return deviceTime;
    }

    /** A counter of the rules' own, with one value for each VM. */
    record Counter(String name, long initial) {}

    /** A verdict under a condition. */
    record Judgement(RuleExpression condition, Admission verdict) {}

    /**
     * The effect of a use.
     *
     * @param resource index of the resource that is used
     * @param counter index of the counter that changes; -1: the charge changes
     */
    record Consumption(int resource, int counter, RuleExpression value) {}
}
