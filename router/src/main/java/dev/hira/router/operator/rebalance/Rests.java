package dev.hira.router.operator.rebalance;

import java.util.HashMap;
import java.util.Map;

/**
 * The rests of VMs, which stay for a time at the device to which they came. A VM that the
 * rebalancer moves back to the device from which it moved it last rests twice as long as before:
 * its load grows where it has to wait, so the same two moves may seem to pay again and again.
 */
final class Rests {
    /** The longest rest, as a multiple of the usual one. */
    private static final int MOST = 32;

    private final long usual;
    private final Map<String, Rest> rests = new HashMap<>();

    /**
     * @param usual the length of a rest, in nanoseconds
     */
    Rests(long usual) {
        this.usual = usual;
    }

    /**
     * A rest.
     *
     * @param from the device from which the rebalancer moved the VM; empty if another cause did
     */
    private record Rest(String from, String to, long length, long since) {}

    /** Lets a VM rest that the rebalancer moves now. */
    void begin(Proposal move, long now) {
        Rest last = rests.get(move.vm());
        long length =
                last != null && last.from.equals(move.to()) && last.to.equals(move.from())
                        ? Math.min(2 * last.length, MOST * usual)
                        : usual;
        rests.put(move.vm(), new Rest(move.from(), move.to(), length, now));
    }

    /** Lets a VM rest that has arrived at a device. */
    void arrived(String vm, String device, long now) {
        Rest last = rests.get(vm);
        rests.put(
                vm,
                last != null && last.to.equals(device)
                        ? new Rest(last.from, device, last.length, now)
                        : new Rest("", device, usual, now));
    }

    boolean isResting(String vm, long now) {
        Rest rest = rests.get(vm);
        return rest != null && now - rest.since < rest.length;
    }

    /** Forgets rests that ended so long ago that a move back would be no repetition. */
    void forgetOld(long now) {
        rests.values().removeIf(rest -> now - rest.since >= 2 * rest.length);
    }
}
