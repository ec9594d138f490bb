package dev.hira.policy.schedule.fair;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.Tenant;
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
 * <p><b>Virtual time.</b> VMs share the device by their weights, the tasks of a VM share its part,
 * and the sessions of a task share the task's part. Each of them has a virtual time: the service
 * that it received divided by its weight. A command is charged its estimate when it goes and
 * corrected when it is done, so measured time counts in the end. The group's virtual time is the
 * weighted mean over its members in play; a member behind it is owed service. As in Earliest
 * Eligible Virtual Deadline First (Stoica and Abdel-Wahab, 1995), the scheduler picks, among the
 * VMs that are owed service, the one with the next command that would finish first in virtual time.
 * So no VM gets ahead of its due by more than one kernel, and of two VMs that are owed the same,
 * the one with the short kernel does not wait for the long one.
 *
 * <p><b>Memory.</b> Only members in play count in the mean; the others share the time of absent
 * ones. A VM without work stays in play for a grace period, so a guest that waits for each reply
 * keeps its credit. After that its credit is cancelled, however long it stays away. Its debt is
 * kept as long as it has sessions, and without sessions until it is paid: splitting work into
 * sessions or reconnecting gains nothing. The credit of a VM that comes back is bounded.
 *
 * <p><b>Anticipation.</b> A guest that waits for each reply never has a command waiting when the
 * one before it ends. Work-conserving schedulers then give the device to another VM with a kernel
 * that may be a hundred times as long: shares of 1:100 (as for disks, Iyer and Druschel, 2001). So
 * when a VM that would go first is expected back soon, by its past behaviour, the device is kept
 * free for it, as long as that should take less than its own last kernel and less than half of the
 * other VM's kernel, and within a budget. Each late return costs the VM a kernel of the other one,
 * so the device is kept for longer than the return should take. And while a VM that would go first
 * has work at the device and may come back before it ends, no other command goes earlier than
 * needed to keep the device busy.
 *
 * <p><b>Reservations</b> are served first, as in mClock (Gulati et al., 2010), most overdue first;
 * service by weight counts towards a VM's reservation. The gate enforces caps.
 */
public final class FairScheduler implements Scheduler {
    public static final String NAME = "fair";

    private final FairSettings settings;
    private final FairGroup root = new FairGroup();
    private final Map<String, FairVm> vms = new HashMap<>();
    private final Deque<FairVm> grace = new ArrayDeque<>();

    /** The VMs that could send a command. */
    private final VirtualOrder ready = new VirtualOrder();

    private final List<FairVm> misplaced = new ArrayList<>();
    private final Reservations reservations = new Reservations();
    private final Anticipation anticipation;
    private @Nullable FairVm byReservation;
    private long longest;
    private long longestAt;
    private long grants;
    private long turns;

    public FairScheduler(FairSettings settings) {
        this.settings = settings;
        this.anticipation = new Anticipation(settings);
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
            vm.latestTurn = ++turns;
            returned(vm, now);
        }
        enter(known.task, now);
        enter(known, now);
        known.count(1, 0);
        vm.waits(known);
        misplaced(vm);
    }

    @Override
    public void withdrawn(Flow flow, long now) {
        FairFlow known = known(flow);
        known.count(-1, 0);
        known.vm.waitsNoMore(known);
        rest(known, now);
        misplaced(known.vm);
    }

    @Override
    public void mayChanged(Tenant tenant) {
        FairVm vm = vms.get(tenant.name());
        if (vm != null) {
            vm.share(tenant.share());
            misplaced(vm);
        }
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        endGraces(now);
        placeAll();
        anticipation.begin(eligible.idleAt(now));
        FairVm best = reservations.mostOverdue(now);
        byReservation = best;
        if (best == null) {
            long virtual = root.now();
            best = Objects.requireNonNull(ready.first(virtual), "no waiting VM may go");
            long head = next(best).flow.head();
            if (anticipation.isHeldFrom(best, head, virtual, now)) {
                return null;
            }
        }
        return next(best).flow;
    }

    private static FairFlow next(FairVm vm) {
        return Objects.requireNonNull(vm.next(), "no flow of the VM may go");
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        anticipation.granted(now);
        grants++;
        FairFlow known = known(flow);
        FairVm vm = known.vm;
        known.chargeAll(estimate);
        vm.reserve.charge(estimate);
        if (vm == byReservation) {
            vm.forgive(settings.lag());
            byReservation = null;
        }
        vm.lastEstimate = estimate;
        vm.returns.granted(now, Math.max(now, anticipation.idleAt()) + estimate);
        known.count(-1, 1);
        vm.waitsNoMore(known);
        misplaced(vm);
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        FairFlow known = known(flow);
        known.chargeAll(measured - estimate);
        known.vm.reserve.correct(measured - estimate);
        known.vm.returns.done(now, grants);
        if (measured >= longest(now)) {
            longest = measured;
            longestAt = now;
        }
        known.count(0, -1);
        rest(known, now);
        misplaced(known.vm);
    }

    @Override
    public long wakeAt(long now) {
        return anticipation.until();
    }

    private void returned(FairVm vm, long now) {
        vm.returns.returned(vm.inFlight > 0, now, grants);
        if (!vm.isInPlay()) {
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

    /** Returns the longest recent kernel; it is halved every second. */
    private long longest(long now) {
        return longest >> Math.clamp((now - longestAt) / 1_000_000_000L, 0, 62);
    }

    /**
     * Takes members without work out of play: tasks and sessions at once, VMs after a grace period.
     */
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
        misplaced(vm);
    }

    /** Notes that a VM's place may have changed. */
    private void misplaced(FairVm vm) {
        if (!vm.isMisplaced) {
            vm.isMisplaced = true;
            misplaced.add(vm);
        }
    }

    /**
     * Moves all such VMs to their places; done once per decision, since many events happen between
     * two decisions.
     */
    private void placeAll() {
        for (int i = 0; i < misplaced.size(); i++) {
            FairVm vm = misplaced.get(i);
            vm.isMisplaced = false;
            place(vm);
        }
        misplaced.clear();
    }

    private void place(FairVm vm) {
        FairFlow next = vm.waiting == 0 ? null : vm.next();
        reservations.note(vm, next == null ? null : next.flow.tenant());
        if (next != null) {
            vm.goTo(ready, vm.after(next.flow.head()));
        } else {
            vm.goTo(
                    vm.waiting == 0 && vm.isInPlay() ? anticipation.absent() : null,
                    vm.after(vm.lastEstimate));
        }
    }

    private static FairFlow known(Flow flow) {
        return (FairFlow) Objects.requireNonNull(flow.note(), "the flow did not join");
    }
}
