package dev.hira.policy.schedule.fair;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the device free for a VM that has no waiting work, but would go first if it had, and should
 * be back soon.
 */
final class Anticipation {
    private final FairSettings settings;
    private final IdleBudget budget;

    /** The VMs in play without waiting work. */
    private final VirtualOrder absent = new VirtualOrder();

    private final Predicate<FairVm> isKept = this::isKept;
    private @Nullable FairVm keptFor;
    private long until = Long.MAX_VALUE;

    // State of the decision under way.

    private long now;
    private long idleAt;
    private long otherwise;

    Anticipation(FairSettings settings) {
        this.settings = settings;
        this.budget = new IdleBudget(settings.idlePermille());
    }

    VirtualOrder absent() {
        return absent;
    }

    /** Begins a decision. */
    void begin(long deviceIdleAt) {
        idleAt = deviceIdleAt;
        until = Long.MAX_VALUE;
    }

    /** Returns the time at which the device runs out of work, as of the latest decision. */
    long idleAt() {
        return idleAt;
    }

    /** Returns the time until which the device is kept free; {@link Long#MAX_VALUE}: it is not. */
    long until() {
        return until;
    }

    /**
     * Whether the device is kept free for a VM that would go before the best waiting one.
     *
     * @param head length of the command that would go otherwise
     */
    boolean isHeldFrom(FairVm best, long head, long virtual, long at) {
        now = at;
        otherwise = head;
        return absent.anyBefore(best, virtual, isKept);
    }

    /** Notes that a command goes to the device. */
    void granted(long at) {
        budget.busy(at);
        FairVm missed = keptFor;
        keptFor = null;
        if (missed != null && missed.waiting == 0) {
            missed.returns.missed(at);
        }
    }

    private boolean isKept(FairVm vm) {
        long end = keptUntil(vm);
        if (end <= now) {
            return false;
        }
        until = end;
        if (idleAt <= now) {
            budget.idle(now);
            keptFor = vm;
        }
        return true;
    }

    /**
     * Returns the time until which the device is kept free for a VM; now: not at all. Waiting costs
     * nothing while the VM has work there that ends before the device runs dry.
     */
    private long keptUntil(FairVm vm) {
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
}
