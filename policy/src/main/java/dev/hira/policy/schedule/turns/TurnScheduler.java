package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Flow;
import dev.hira.policy.schedule.VmScheduler;
import org.jspecify.annotations.Nullable;

/**
 * The turns of GViM's, Pegasus' and NEON's time slice schedulers: one VM at a time has the right to
 * submit, for a period that covers many calls.
 *
 * <p>A turn begins with the first command granted in it and ends after its period. Since only the
 * holder may submit, another VM's commands wait although the device could take more. A holder with
 * nothing to submit and nothing at the device keeps its turn only for {@link TurnSettings#linger}:
 * long enough for a guest that waits for each of its kernels to send the next, short enough not to
 * waste the device (GViM's second and third rule). When no other VM wants the turn, the holder goes
 * on.
 *
 * <p>The circle has no list of its own: each VM has a rank, computed when needed, and the next VM
 * is the one with the least rank and place of arrival above those of the last turn, or else the
 * least of all. So credits may change and VMs may come and go at any time.
 */
abstract class TurnScheduler<V extends TurnAccount> extends VmScheduler<V> {
    private final long linger;
    private @Nullable V holder;

    /** The choice of the last pick; a grant to any other VM begins no turn. */
    private @Nullable V chosen;

    private long ends;
    private long lastRank = Long.MIN_VALUE;
    private long lastSerial = -1;

    TurnScheduler(String name, Class<V> type, long linger) {
        super(name, type);
        this.linger = linger;
    }

    /** Returns the length of the turn that begins now. */
    abstract long period(V vm, long now);

    /** Returns the VM's position in the circle; the least comes first. */
    long rank(V vm) {
        return 0;
    }

    /**
     * Returns the VM with the next turn, or null if none is ready. A VM that is not among the
     * eligible ones must have work at the device; the scheduler waits for its end.
     */
    @Nullable V next(Eligible eligible, long now) {
        return nextInCircle(eligible);
    }

    /** Whether a holder with nothing to submit keeps the turn until the turn ends. */
    boolean keeps(V vm, long now) {
        return vm.inFlight > 0 || now - vm.quietSince < linger;
    }

    /**
     * Notes that a turn begins, before the turn's rank and serial number replace those of the last
     * one.
     */
    void begins(V vm, long now) {}

    @Override
    public final @Nullable Flow pick(Eligible eligible, long now) {
        V current = holder;
        chosen = current;
        if (current != null && now - ends < 0) {
            Flow own = firstOf(current, eligible);
            if (own != null || keeps(current, now)) {
                return own;
            }
        }
        V next = next(eligible, now);
        chosen = next;
        return next == null ? null : firstOf(next, eligible);
    }

    @Override
    public void granted(Flow flow, long estimate, long now) {
        super.granted(flow, estimate, now);
        V vm = of(flow);
        if (vm.equals(chosen) && (!vm.equals(holder) || now - ends >= 0)) {
            begins(vm, now);
            ends = now + period(vm, now);
            vm.turns++;
            holder = vm;
            lastRank = rank(vm);
            lastSerial = vm.serial;
        }
    }

    @Override
    public long wakeAt(long now) {
        V current = holder;
        if (current == null || !anyWaits()) {
            return Long.MAX_VALUE;
        }
        long at = releases(current);
        return at - now > 0 ? at : Long.MAX_VALUE;
    }

    /** Returns the time at which the holder loses its turn if nothing happens. */
    private long releases(V current) {
        if (current.inFlight > 0) {
            return ends;
        }
        long idle = current.quietSince + linger;
        return idle - ends < 0 && !keeps(current, idle) ? idle : ends;
    }

    @Override
    public void gone(V vm) {
        if (vm.equals(holder)) {
            holder = null;
        }
        if (vm.equals(chosen)) {
            chosen = null;
        }
    }

    final @Nullable V holder() {
        return holder;
    }

    /** Returns the end of the holder's turn, past or future. */
    final long ends() {
        return ends;
    }

    /**
     * Whether a VM can have the next turn: it could submit now, or when one of its commands at the
     * device has ended.
     */
    final boolean isCandidate(V vm, Eligible eligible) {
        return vm.waiting > 0 && (vm.inFlight > 0 || firstOf(vm, eligible) != null);
    }

    final V nextInCircle(Eligible eligible) {
        V best = of(eligible.get(0));
        for (int i = 1; i < eligible.size(); i++) {
            V vm = of(eligible.get(i));
            if (isEarlier(vm, best)) {
                best = vm;
            }
        }
        return best;
    }

    /** Whether one VM's turn comes before another's, counted from the last turn. */
    final boolean isEarlier(V a, V b) {
        boolean laps = isPassed(a);
        if (laps != isPassed(b)) {
            return !laps;
        }
        long order = Long.compare(rank(a), rank(b));
        return order != 0 ? order < 0 : a.serial < b.serial;
    }

    private boolean isPassed(V vm) {
        long rank = rank(vm);
        return rank < lastRank || (rank == lastRank && vm.serial <= lastSerial);
    }
}
