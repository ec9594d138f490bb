package dev.hira.policy.rules;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of the rules for one VM: its counters and the rules that failed for it. Thread-safe.
 *
 * <p>A rule that fails is not evaluated again for this VM for {@link #BACKOFF_NANOS} and counts as
 * failed meanwhile, so a VM cannot keep the router busy with exceptions. A failed admission rule
 * counts as one that holds: a VM must not get past a rule by making it fail. A failed consumption
 * changes nothing, and a VM with a failed priority comes last.
 */
final class VmRules {
    static final long BACKOFF_NANOS = 10_000_000;
    private static final long NEWS_NANOS = 1_000_000_000;

    private final RuleSet rules;
    private final Consumer<RuleFailure> news;

    @GuardedBy("this")
    private final long[] counters;

    @GuardedBy("this")
    private final Backoff[] backoffs;

    VmRules(RuleSet rules, @Nullable VmRules before, Consumer<RuleFailure> news) {
        this.rules = rules;
        this.news = news;
        this.counters = new long[rules.counters().size()];
        this.backoffs = new Backoff[rules.judgements().size() + rules.consumptions().size() + 1];
        for (int i = 0; i < backoffs.length; i++) {
            backoffs[i] = new Backoff();
        }
        for (int i = 0; i < counters.length; i++) {
            RuleSet.Counter counter = rules.counters().get(i);
            counters[i] =
                    before == null
                            ? counter.initial()
                            : before.counter(counter.name(), counter.initial());
        }
    }

    /** Returns the value of a counter, or a default when the rules have no counter of this name. */
    synchronized long counter(String name, long otherwise) {
        for (int i = 0; i < counters.length; i++) {
            if (rules.counters().get(i).name().equals(name)) {
                return counters[i];
            }
        }
        return otherwise;
    }

    synchronized Admission judge(VmCounters vm, JudgedCommand command, long now) {
        var scope = new RuleScope(vm, counters, command, 0, 0);
        List<RuleSet.Judgement> judgements = rules.judgements();
        for (int i = 0; i < judgements.size(); i++) {
            if (holds(judgements.get(i), backoffs[i], scope, now)) {
                return judgements.get(i).verdict();
            }
        }
        return Admission.ADMIT;
    }

    @GuardedBy("this")
    private boolean holds(RuleSet.Judgement judgement, Backoff backoff, RuleScope scope, long now) {
        if (backoff.lasts(now)) {
            return true;
        }
        try {
            return judgement.condition().isTrue(scope);
        } catch (RuleEvaluationException e) {
            failed(judgement.condition(), backoff, scope, e, now);
            return true;
        }
    }

    synchronized long consume(VmCounters vm, int resource, long amount, long now) {
        long charge = amount;
        RuleScope scope = null;
        List<RuleSet.Consumption> consumptions = rules.consumptions();
        for (int i = 0; i < consumptions.size(); i++) {
            RuleSet.Consumption consumption = consumptions.get(i);
            Backoff backoff = backoffs[rules.judgements().size() + i];
            if (consumption.resource() != resource || backoff.lasts(now)) {
                continue;
            }
            scope = scope == null ? new RuleScope(vm, counters, null, resource, amount) : scope;
            charge = consume(consumption, backoff, scope, charge, now);
        }
        return charge;
    }

    @GuardedBy("this")
    private long consume(
            RuleSet.Consumption consumption,
            Backoff backoff,
            RuleScope scope,
            long charge,
            long now) {
        try {
            long value = consumption.value().number(scope);
            if (consumption.counter() < 0) {
                return Math.max(0, value);
            }
            counters[consumption.counter()] = value;
        } catch (RuleEvaluationException e) {
            failed(consumption.value(), backoff, scope, e, now);
        }
        return charge;
    }

    synchronized double priority(VmCounters vm, long now) {
        RuleExpression priority = rules.priority();
        Backoff backoff = backoffs[backoffs.length - 1];
        if (priority == null) {
            return 0;
        }
        if (backoff.lasts(now)) {
            return Double.NEGATIVE_INFINITY;
        }
        var scope = new RuleScope(vm, counters, null, 0, 0);
        try {
            return priority.real(scope);
        } catch (RuleEvaluationException e) {
            failed(priority, backoff, scope, e, now);
            return Double.NEGATIVE_INFINITY;
        }
    }

    @GuardedBy("this")
    private void failed(
            RuleExpression rule,
            Backoff backoff,
            RuleScope scope,
            RuleEvaluationException e,
            long now) {
        backoff.begin(now);
        if (backoff.isNews(now)) {
            news.accept(
                    new RuleFailure(
                            rule.line(),
                            scope.vm().name(),
                            String.valueOf(e.getMessage()),
                            backoff.takeTimes()));
        }
    }

    /** The pause of a rule that failed for this VM. */
    private static final class Backoff {
        private boolean failed;
        private boolean told;
        private long until;
        private long toldAt;
        private long times;

        boolean lasts(long now) {
            return failed && now - until < 0;
        }

        void begin(long now) {
            failed = true;
            until = now + BACKOFF_NANOS;
            times++;
        }

        boolean isNews(long now) {
            boolean news = !told || now - toldAt >= NEWS_NANOS;
            if (news) {
                told = true;
                toldAt = now;
            }
            return news;
        }

        long takeTimes() {
            long count = times;
            times = 0;
            return count;
        }
    }
}
