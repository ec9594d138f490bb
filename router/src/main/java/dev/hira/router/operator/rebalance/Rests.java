package dev.hira.router.operator.rebalance;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rests of VMs, which stay for a time at the device to which they came. A VM that the
 * rebalancer moves back to the device from which it moved it last rests twice as long as before:
 * its load grows where it has to wait, so the same two moves may seem to pay again and again. A VM
 * whose moves fail one after the other rests twice as long after each: the reason may last.
 */
final class Rests {
    /** The longest rest, as a multiple of the usual one. */
    private static final int MOST = 32;

    private final long usual;
    private final long longest;
    private final Map<String, Rest> rests = new HashMap<>();

    /**
     * @param usual the length of a rest, in nanoseconds
     */
    Rests(long usual) {
        this.usual = usual;
        this.longest = MOST * usual;
    }

    /**
     * A rest.
     *
     * @param from the device from which the rebalancer moved the VM; empty if another cause did
     * @param stay the length of the rest at {@code to}
     * @param length the length of this rest, which is longer after failures
     */
    private record Rest(String from, String to, long stay, long length, long since) {
        /** Whether a VM that the rebalancer has begun to move is still where it was. */
        boolean failed(@Nullable String place) {
            return from.equals(place);
        }
    }

    /** Starts the rest of a VM that the rebalancer moves now. */
    void begin(Proposal move, long now) {
        Rest last = rests.get(move.vm());
        long stay = usual;
        long length = usual;
        if (last != null && last.failed(move.from())) {
            stay = last.stay;
            length = doubled(last.length);
        } else if (last != null && last.from.equals(move.to()) && last.to.equals(move.from())) {
            stay = doubled(last.stay);
            length = stay;
        }
        rests.put(move.vm(), new Rest(move.from(), move.to(), stay, length, now));
    }

    private long doubled(long length) {
        return Math.min(2 * length, longest);
    }

    /** Starts the rest of a VM that has arrived at a device. */
    void arrived(String vm, String device, long now) {
        Rest last = rests.get(vm);
        rests.put(
                vm,
                last != null && last.to.equals(device)
                        ? new Rest(last.from, device, last.stay, last.stay, now)
                        : new Rest("", device, usual, usual, now));
    }

    boolean isResting(String vm, long now) {
        Rest rest = rests.get(vm);
        return rest != null && now - rest.since < rest.length;
    }

    /**
     * Forgets rests that ended so long ago that a move back would be no repetition. A failed move
     * is remembered longer, since the VM may have to wait until the moves of others have failed.
     *
     * @param places the device of each VM
     */
    void forgetOld(Map<String, String> places, long now) {
        rests.entrySet()
                .removeIf(each -> {
                    Rest rest = each.getValue();
                    boolean failed = rest.failed(places.get(each.getKey()));
                    return now - rest.since >= 2 * (failed ? longest : rest.length);
                });
    }
}
