package dev.hira.policy.schedule.fair;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * For whom the device is kept that has nothing waiting, but would go first if he had, and should be
 * back soon.
 */
final class Anticipation {
    private final FairSettings settings;
    private final IdleBudget budget;

    /** Those in play that have nothing waiting. */
    private final VirtualOrder absent = new VirtualOrder();

    private final Predicate<FairVm> isKept = this::isKept;
    private @Nullable FairVm keptFor;
    private long until = Long.MAX_VALUE;

    // What follows is of the decision under way.

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

    /** A decision begins. */
    void begin(long deviceIdleAt) {
        idleAt = deviceIdleAt;
        until = Long.MAX_VALUE;
    }

    /** When the device has nothing more to do, as of the latest decision. */
    long idleAt() {
        return idleAt;
    }

    /** Until when the device is kept; {@link Long#MAX_VALUE}: it is not. */
    long until() {
        return until;
    }

    /**
     * Whether the device is kept for someone who would go before the best of those that wait.
     *
     * @param head how long the command is that would go otherwise
     */
    boolean isHeldFrom(FairVm best, long head, long virtual, long at) {
        if (absent.isEmpty()) {
            return false;
        }
        now = at;
        otherwise = head;
        return absent.anyBefore(best, virtual, isKept);
    }

    /** A command goes to the device. */
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
     * Until when the device is kept for a VM; now: not at all. While the VM has work there that
     * ends before the device runs dry, that costs nothing.
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
