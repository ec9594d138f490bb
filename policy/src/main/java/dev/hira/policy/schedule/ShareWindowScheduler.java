package dev.hira.policy.schedule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Weighted fair queuing of AvA (Yu et al., ASPLOS 2020): postpones the calls of a VM that is over
 * its share of the last half second.
 *
 * <p>Algorithm: VM v with share s<sub>v</sub> owns L<sub>v</sub> = s<sub>v</sub> / Σ s of the
 * device time, over the active VMs. Its use T<sub>v</sub> is the measured time of its completed
 * work within the window; its proportion is T<sub>v</sub> / Σ T. The next call of a VM with a
 * proportion above L<sub>v</sub> is postponed by a delay d<sub>v</sub> and then reconsidered.
 * <i>Fixed</i> ({@code wfq-fixed}): d = 5 ms always. <i>Feedback</i> ({@code wfq-feedback}):
 * additive increase, multiplicative decrease of d<sub>v</sub>. Neither is work-conserving: the
 * device may idle while all waiting calls are postponed (published: 7 % and 15 % overhead).
 *
 * <p>Parameters: {@code window} 500 ms; {@code delay} 5 ms (fixed); {@code step} 1 ms and {@code
 * most} 100 ms (feedback). Choices: the published formula halves the delay of a VM that exhausted
 * its share, which is the wrong way round for a delay; here it grows by {@code step} while the VM
 * is over its share and is halved when it is not. When two completions of a VM are further apart
 * than the window, the measured time is scaled to the window ("or between two adjacent calls, if
 * longer"). A VM is active if it waits, is at the device, or used time within the window. A lone VM
 * is never over its share.
 */
public final class ShareWindowScheduler extends VmScheduler<ShareWindowScheduler.Note> {
    private final long window;
    private final RateControl control;

    public ShareWindowScheduler(String name, long window, RateControl control) {
        super(name, Note.class);
        this.window = window;
        this.control = control;
    }

    @Override
    public Note newcomer(Tenant tenant, long serial, long now) {
        return new Note(tenant, serial, now, window);
    }

    @Override
    public @Nullable Flow pick(Eligible eligible, long now) {
        for (int i = 0; i < eligible.size(); i++) {
            Flow flow = eligible.get(i);
            if (mayGo(of(flow), now)) {
                return flow;
            }
        }
        return null;
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        super.granted(flow, estimate, now);
        Note vm = of(flow);
        vm.delay = control.within(vm.delay);
    }

    @Override
    public void done(Flow flow, long estimate, long measured, long now) {
        super.done(flow, estimate, measured, now);
        Note vm = of(flow);
        long gap = now - vm.completedAt;
        vm.completedAt = now;
        vm.use.add(gap > window ? Saturating.multiplyDivide(measured, window, gap) : measured, now);
    }

    @Override
    public long wakeAt(long now) {
        long pause = Long.MAX_VALUE;
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            Note vm = vms.get(i);
            if (vm.waiting > 0 && vm.postponed && vm.looksAt - now > 0) {
                pause = Math.min(pause, vm.looksAt - now);
            }
        }
        return pause == Long.MAX_VALUE ? Long.MAX_VALUE : now + pause;
    }

    /**
     * Whether a VM may go; reconsiders it when its delay is over. Repeated calls at the same time
     * return the same.
     */
    private boolean mayGo(Note vm, long now) {
        if (vm.postponed && vm.looksAt - now > 0) {
            return false;
        }
        vm.postponed = isOver(vm, now);
        if (vm.postponed) {
            vm.delay = Math.max(1, control.over(vm.delay));
            vm.looksAt = now + vm.delay;
        }
        return !vm.postponed;
    }

    private boolean isOver(Note vm, long now) {
        long shares = 0;
        long used = 0;
        List<Note> vms = present();
        for (int i = 0; i < vms.size(); i++) {
            Note other = vms.get(i);
            long use = other.use.sum(now);
            if (use > 0 || other.waiting > 0 || other.inFlight > 0) {
                shares = Saturating.add(shares, other.tenant.share());
                used = Saturating.add(used, use);
            }
        }
        return Saturating.multiply(vm.use.sum(now), shares)
                > Saturating.multiply(used, vm.tenant.share());
    }

    /** A VM with its use and its delay. */
    static final class Note extends VmAccount {
        final UsageWindow use;
        long completedAt;
        long delay;
        long looksAt;
        boolean postponed;

        Note(Tenant tenant, long serial, long now, long window) {
            super(tenant, serial, now);
            this.use = new UsageWindow(window);
            this.completedAt = now;
        }
    }
}
