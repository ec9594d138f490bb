package dev.hira.router.books;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * The books of one session: what it used up, and what its objects hold. Written by the session's
 * thread; its sums may be read by any.
 *
 * <p>An allocation is booked before the command goes on, so that the books never show less than the
 * server holds. It is given back when the server reports that the call failed or that the object
 * died, and whatever is left when the session ends.
 */
public final class Ledger {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final VmLedger vm;
    private final DeviceBooks[] devices;
    private final int maxBookings;
    private final Bookings bookings;
    private final long[] consumed;
    private final long[] held;

    /** What the VM's ledger knows of {@link #held}. */
    private final long[] told;

    private boolean closed;

    /**
     * @param devices the names of those that the session sees
     * @param maxBookings how many holdings of objects the session may have
     * @param salt a random number that makes the layout of hash tables unpredictable
     */
    public Ledger(
            VmLedger vm, List<String> devices, int resourceCount, int maxBookings, long salt) {
        this.vm = vm;
        this.devices = devices.stream().map(vm::device).toArray(DeviceBooks[]::new);
        this.maxBookings = maxBookings;
        this.bookings = new Bookings(salt);
        this.consumed = new long[resourceCount];
        this.held = new long[resourceCount];
        this.told = new long[resourceCount];
    }

    /** How much of an instantaneous resource the session used up so far. */
    public long consumed(int resource) {
        return (long) LONGS.getOpaque(consumed, resource);
    }

    /** How much of a continuous resource the session's objects hold. */
    public long held(int resource) {
        return (long) LONGS.getOpaque(held, resource);
    }

    /** How much of a continuous resource all sessions of the VM hold. */
    public long heldByVm(int resource) {
        return vm.held(resource);
    }

    /**
     * How much of a continuous resource the VM holds, at most, on that device of the session's on
     * which it holds the most.
     */
    public long heldOnDevice(int resource) {
        long most = 0;
        for (DeviceBooks device : devices) {
            most = Math.max(most, device.held(resource));
        }
        return most;
    }

    /** What all sessions of the VM lock while they look how much is free and take it. */
    public Object vmBooks() {
        return vm;
    }

    /** How many holdings there are. */
    public int bookings() {
        return bookings.size();
    }

    /** Whether there is room for what a command would hold. */
    public boolean hasRoomFor(CostList costs) {
        return costs.allocations() <= maxBookings - bookings.size();
    }

    /**
     * Whether the sums stay within a long. Without this a guest could turn its holdings negative.
     */
    public boolean canHold(CostList costs) {
        for (int r = 0; r < held.length; r++) {
            if (held[r] + costs.allocated(r) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Enters an admitted command. Call numbers rise, so none is ever entered twice. */
    public void enter(long call, boolean sync, CostList costs) {
        if (costs.isEmpty() || closed) {
            return;
        }
        for (int r = 0; r < consumed.length; r++) {
            long more = costs.consumed(r);
            if (more != 0) {
                LONGS.setOpaque(consumed, r, saturatedAdd(consumed[r], more));
            }
        }
        if (costs.allocations() != 0) {
            bookings.enter(call, sync, costs);
            for (int r = 0; r < held.length; r++) {
                LONGS.setOpaque(held, r, held[r] + costs.allocated(r));
            }
            tellVm();
        }
    }

    /** The server answered a call without an error. */
    public void answered(long call) {
        if (!closed && bookings.size() != 0) {
            bookings.answered(call);
        }
    }

    /** The server reports that a call failed or was not executed. */
    public void failed(long call) {
        if (!closed && bookings.size() != 0) {
            bookings.failed(call, held);
            tellVm();
        }
    }

    /** The server reports that the object died which a call had created. */
    public void released(long name, long call) {
        if (!closed && bookings.size() != 0) {
            bookings.released(name, call, held);
            tellVm();
        }
    }

    /** The server reports that an object died, and not whose: the oldest of this name. */
    public void released(long name) {
        if (!closed && bookings.size() != 0) {
            bookings.released(name, held);
            tellVm();
        }
    }

    /** The session ended: all that it held is given back. Idempotent. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int r = 0; r < held.length; r++) {
            LONGS.setOpaque(held, r, 0L);
            vm.ended(r, consumed[r]);
        }
        tellVm();
    }

    private void tellVm() {
        for (int r = 0; r < held.length; r++) {
            long change = held[r] - told[r];
            if (change != 0) {
                told[r] = held[r];
                vm.hold(r, change);
                for (DeviceBooks device : devices) {
                    device.hold(r, change);
                }
            }
        }
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
