package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hierarchical weighted fair queuing over measured device time; the default.
 *
 * <p><b>Virtual time.</b> VMs share the device by their weights, the tasks of a VM share what it
 * has, and the sessions of a task share that. Each of them has a virtual time, which is the service
 * it received divided by its weight. A command is charged as estimated when it goes and corrected
 * when it is done, so what counts is what was measured. The weighted mean of the virtual times of
 * those in play is the group's: who is behind it is owed service. As in Earliest Eligible Virtual
 * Deadline First (Stoica and Abdel-Wahab, 1995), of the VMs that are owed service the one whose
 * next command would be finished first in virtual time goes; so nobody gets ahead of his due by
 * more than one kernel, and of two who are owed the same the one with the short kernel does not
 * wait for the long one.
 *
 * <p><b>Memory.</b> Only who is in play has a part in the mean; the time of those who are not is
 * shared by the others. A VM that has nothing to do stays in play for a grace, so that a guest
 * which waits for each answer is still owed what it was owed. After that it is owed nothing,
 * however long it was away. What it owes is never forgotten while it has sessions, and not before
 * it is paid when it has none: breaking up work into sessions or reconnecting gains nothing. Who
 * comes back is owed at most a bound.
 *
 * <p><b>Anticipation.</b> A guest that waits for each answer never has a command waiting when the
 * one before it ends. Work-conserving schedulers give the device to another VM then, whose kernel
 * may be a hundred times as long: shares of 1:100 (as for disks, Iyer and Druschel, 2001). So when
 * a VM that would go first is about to come back, by what was seen of it, the device is kept for
 * it, as long as that should take less than its own last kernel and than half of the other's, and
 * within a budget. Each time that it comes too late costs it a kernel of the other's, so the device
 * is kept for longer than it should take. And nothing is let go earlier than it must for the device
 * not to run dry, while one who would go first has work there and may come back before.
 *
 * <p><b>Reservations</b> are served first, as in mClock (Gulati et al., 2010), most overdue first;
 * what a VM has by weight counts for its reservation. Caps are the gate's.
 */
public final class FairScheduler implements Scheduler {
    public static final String NAME = "fair";

    private final FairSettings settings;
    private final FairGroup root = new FairGroup();
    private final Map<String, FairVm> vms = new HashMap<>();
    private final List<FairVm> inPlay = new ArrayList<>();
    private final Deque<FairVm> grace = new ArrayDeque<>();
    private final Candidates candidates = new Candidates();
    private final IdleBudget budget;
    private @Nullable FairVm byReservation;
    private long longest;
    private long longestAt;
    private long idleAt;
    private long grants;
    private @Nullable FairVm keptFor;
    private long holdUntil = Long.MAX_VALUE;

    public FairScheduler(FairSettings settings) {
        this.settings = settings;
        this.budget = new IdleBudget(settings.idlePermille());
    }

    public FairScheduler() {
        this(FairSettings.STANDARD);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void joined(Flow flow, long now) {
        FairVm vm =
                vms.computeIfAbsent(
                        flow.tenant().name(), _ -> new FairVm(root, settings.patience()));
        flow.note(new FairFlow(flow, vm, vm.join(flow.task())));
    }

    @Override
    public void left(Flow flow, long now) {
        FairFlow known = known(flow);
        FairVm vm = known.vm;
        vm.leave(known.task);
        vm.candidate = null;
        flow.note(null);
        if (vm.members == 0) {
            if (vm.inGrace) {
                vm.inGrace = false;
                grace.remove(vm);
            }
            goOutOfPlay(vm);
            vms.values().removeIf(other -> other.members == 0 && other.isOwed());
        }
    }

    @Override
    public void waits(Flow flow, long now) {
        FairFlow known = known(flow);
        FairVm vm = known.vm;
        vm.share(flow.tenant().share());
        if (vm.waiting == 0) {
            returned(vm, now);
        }
        enter(known.task, now);
        enter(known, now);
        vm.waiting++;
        known.task.waiting++;
        known.waiting++;
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        FairFlow known = known(flow);
        known.vm.waiting--;
        known.task.waiting--;
        known.waiting--;
        rest(known, now);
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        endGraces(now);
        holdUntil = Long.MAX_VALUE;
        idleAt = eligible.idleAt(now);
        candidates.sift(eligible, root.now(), now);
        FairVm best = candidates.mostOverdue();
        byReservation = best;
        if (best == null) {
            best = candidates.first();
            if (inPlay.size() > candidates.size() && isHeldFrom(best, now)) {
                return null;
            }
        }
        return Candidates.head(best);
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        budget.busy(now);
        FairFlow known = known(flow);
        FairVm vm = known.vm;
        grants++;
        if (keptFor != null && keptFor.waiting == 0) {
            keptFor.returns.missed(now);
        }
        keptFor = null;
        charge(known, estimate);
        vm.reserve.charge(estimate);
        if (vm == byReservation) {
            vm.forgive(settings.lag());
            byReservation = null;
        }
        vm.lastEstimate = estimate;
        vm.returns.granted(now, Math.max(now, idleAt) + estimate);
        count(known, -1, 1);
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        FairFlow known = known(flow);
        charge(known, measured - estimate);
        known.vm.reserve.correct(measured - estimate);
        known.vm.returns.done(now, grants);
        if (measured >= longest(now)) {
            longest = measured;
            longestAt = now;
        }
        count(known, 0, -1);
        rest(known, now);
    }

    @Override
    public long wakeAt(long now) {
        return holdUntil;
    }

    private void returned(FairVm vm, long now) {
        vm.returns.returned(vm.inFlight > 0, now, grants);
        if (!vm.isInPlay()) {
            inPlay.add(vm);
            vm.reserve.restart(now);
            endGraces(now);
        }
        enter(vm, now);
    }

    private void enter(FairNode node, long now) {
        if (!node.isBusy()) {
            node.enter(settings.lag() + longest(now));
        }
    }

    /** The longest kernel of late; half of it is forgotten in a second. */
    private long longest(long now) {
        return longest >> Math.clamp((now - longestAt) / 1_000_000_000L, 0, 62);
    }

    private static void charge(FairFlow flow, long nanos) {
        flow.charge(nanos);
        flow.task.charge(nanos);
        flow.vm.charge(nanos);
    }

    private static void count(FairFlow flow, int waiting, int inFlight) {
        flow.waiting += waiting;
        flow.task.waiting += waiting;
        flow.vm.waiting += waiting;
        flow.inFlight += inFlight;
        flow.task.inFlight += inFlight;
        flow.vm.inFlight += inFlight;
    }

    /** Who has nothing to do goes out of play: tasks and sessions at once, VMs after a grace. */
    private void rest(FairFlow flow, long now) {
        if (!flow.isBusy()) {
            flow.leave();
        }
        if (!flow.task.isBusy()) {
            flow.task.leave();
        }
        FairVm vm = flow.vm;
        if (!vm.isBusy()) {
            vm.idleSince = now;
            if (!vm.inGrace) {
                vm.inGrace = true;
                grace.add(vm);
            }
        }
    }

    private void endGraces(long now) {
        for (FairVm vm = grace.peek(); vm != null; vm = grace.peek()) {
            if (!vm.isBusy() && now - vm.idleSince < settings.grace()) {
                return;
            }
            grace.remove();
            vm.inGrace = false;
            if (!vm.isBusy()) {
                goOutOfPlay(vm);
            }
        }
    }

    private void goOutOfPlay(FairVm vm) {
        vm.forget();
        vm.leave();
        inPlay.remove(vm);
    }

    /** Whether the device is kept for someone who would go before the best of those that wait. */
    private boolean isHeldFrom(FairVm best, long now) {
        long otherwise = Candidates.head(best).head();
        for (int i = 0; i < inPlay.size(); i++) {
            FairVm vm = inPlay.get(i);
            if (vm.waiting == 0 && candidates.wouldPrecede(vm, best)) {
                long until = keptUntil(vm, otherwise, now);
                if (until > now) {
                    holdUntil = until;
                    if (idleAt <= now) {
                        budget.idle(now);
                        keptFor = vm;
                    }
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Until when the device is kept for a VM; now: not at all. While the VM has work there that
     * ends before the device runs dry, that costs nothing.
     */
    private long keptUntil(FairVm vm, long otherwise, long now) {
        boolean atWork = vm.inFlight > 0;
        if (atWork && idleAt - settings.lead() > now) {
            return idleAt - settings.lead();
        }
        if (!vm.returns.isForeseen(atWork)) {
            return now;
        }
        long most = Math.min(settings.patience(), otherwise / 2);
        long from = idleAt <= now ? budget.idleSince(now) : idleAt;
        long expected = vm.returns.expectedAt(atWork, now);
        long idle = Math.max(0, expected - from);
        boolean worth = idle <= Math.min(most, vm.lastEstimate) && budget.allows(idle, now);
        return worth ? Math.min(from, expected) + most : now;
    }

    private static FairFlow known(Flow flow) {
        return (FairFlow) Objects.requireNonNull(flow.note(), "the flow did not join");
    }
}
