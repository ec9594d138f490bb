package dev.hira.policy.schedule;

import dev.hira.policy.rules.RuleBook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler with the operator's own policy: AvA's two hooks (Yu et al., ASPLOS 2020), written
 * as rules.
 *
 * <p>Algorithm: {@code consume} gets each completion's device time and may add it to counters of
 * the rules' own; {@code schedule} gives each waiting VM a priority; the VM with the highest goes,
 * ties go to the one that began to wait first. The rules decide whether a VM may starve. A VM with
 * a priority that cannot be evaluated comes last.
 *
 * <p>Parameters: {@code refresh} 1 ms. Choices: a priority is evaluated again after an event of its
 * VM here, and otherwise when it is older than {@code refresh}, so the cost of choosing among many
 * VMs stays bounded.
 */
public final class RuleScheduler extends VmScheduler<RuleAccount> {
    /** The name by which operators select it. */
    public static final String NAME = "rules";

    private final RuleBook book;
    private final long refresh;
    private long picks;

    private RuleScheduler(RuleBook book, long refresh) {
        super(NAME, RuleAccount.class);
        this.book = book;
        this.refresh = refresh;
    }

    /** Returns the kind that makes it selectable. */
    public static SchedulerKind kind(RuleBook book) {
        return new SchedulerKind(
                NAME,
                "the operator's own rules (after AvA)",
                List.of(Parameter.duration("refresh", "1ms", "maximum age of a priority")),
                arguments -> new RuleScheduler(book, arguments.get("refresh")));
    }

    @Override
    public RuleAccount newcomer(Tenant tenant, long serial, long now) {
        return new RuleAccount(tenant, serial, now);
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        picks++;
        Flow best = null;
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            RuleAccount vm = of(flow);
            if (vm.seen == picks) {
                continue;
            }
            vm.seen = picks;
            double priority = priority(vm, now);
            if (best == null || priority > most) {
                best = flow;
                most = priority;
            }
        }
        return best;
    }

    private double priority(RuleAccount vm, long now) {
        if (vm.stale || now - vm.evaluatedAt >= refresh) {
            vm.stale = false;
            vm.evaluatedAt = now;
            vm.look(now);
            vm.priority = book.priority(vm);
        }
        return vm.priority;
    }

    @Override
    public void waits(Flow flow, long now) {
        super.waits(flow, now);
        of(flow).beginsToWait(flow);
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        super.withdrawn(flow, now);
        of(flow).waitsNoLonger(flow);
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        super.granted(flow, estimate, now);
        of(flow).waitsNoLonger(flow);
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        super.done(flow, estimate, measured, now);
        RuleAccount vm = of(flow);
        vm.stale = true;
        vm.use.add(measured, now);
        vm.look(now);
        book.used(vm, measured);
    }

    /** Returns no time: a flow is always picked. */
    @Override
    public long wakeAt(long now) {
        return Long.MAX_VALUE;
    }
}
