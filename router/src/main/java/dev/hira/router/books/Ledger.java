package dev.hira.router.books;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The books of one session: the resources that it used up and those that its objects hold. Written
 * by the session's thread; any thread may read the sums.
 *
 * <p>An allocation is booked before the command goes on, so the books never show less than the
 * server holds. It is given back when the server reports that the call failed or that the object
 * died; the rest is given back when the session ends. Amounts that no call states, such as the
 * sizes of a module's variables, are booked when the server reports them.
 */
public final class Ledger {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private static final int NONE = -1;

    private final VmLedger vm;

    private final List<String> resources;

    /** The VM's counter of each resource. */
    private final AtomicLong[] heldByVm;

    /** The VM's counter of each resource on each of the session's devices. */
    private AtomicLong[][] heldOnDevices;

    private final int maxBookings;
    private final Bookings bookings;
    private final long[] consumed;
    private final long[] held;

    /** The part of {@link #held} that no call has stated. */
    private final long[] unstated;

    /** The part of {@link #held} that the VM's counters include. */
    private final long[] told;

    /**
     * The resource that the session holds in a checkpoint instead of on devices; {@link #NONE}:
     * none.
     */
    private volatile int stored = NONE;

    private boolean closed;

    /**
     * @param devices names of the devices that the session sees
     * @param resources names of the API's resources, by index
     * @param maxBookings most holdings of objects of the session
     * @param salt a random number that makes the layout of hash tables unpredictable
     */
    public Ledger(
            VmLedger vm, List<String> devices, List<String> resources, int maxBookings, long salt) {
        this.vm = vm;
        this.heldByVm = counters(vm.all(), resources);
        this.resources = List.copyOf(resources);
        this.heldOnDevices = onDevices(devices);
        this.maxBookings = maxBookings;
        this.bookings = new Bookings(salt);
        this.consumed = new long[resources.size()];
        this.held = new long[resources.size()];
        this.unstated = new long[resources.size()];
        this.told = new long[resources.size()];
    }

    private AtomicLong[][] onDevices(List<String> devices) {
        return devices.stream()
                .map(device -> counters(vm.device(device), resources))
                .toArray(AtomicLong[][]::new);
    }

    /** Notes that the session sees other devices from now on, with everything that it holds. */
    public void moveTo(List<String> devices) {
        AtomicLong[][] next = onDevices(devices);
        for (int r = 0; r < told.length; r++) {
            for (AtomicLong[] device : heldOnDevices) {
                device[r].addAndGet(-told[r]);
            }
            for (AtomicLong[] device : next) {
                device[r].addAndGet(told[r]);
            }
        }
        heldOnDevices = next;
    }

    private static AtomicLong[] counters(Holdings holdings, List<String> resources) {
        return resources.stream().map(holdings::amount).toArray(AtomicLong[]::new);
    }

    /** Returns the amount of an instantaneous resource that the session has used up. */
    public long consumed(int resource) {
        return (long) LONGS.getOpaque(consumed, resource);
    }

    /** Returns the amount of a continuous resource that the session's objects hold. */
    public long held(int resource) {
        return resource == stored ? 0 : (long) LONGS.getOpaque(held, resource);
    }

    /**
     * Returns the amount of a continuous resource that the session's objects hold on devices, or
     * will hold when they are there again.
     */
    public long needed(int resource) {
        return (long) LONGS.getOpaque(held, resource);
    }

    /**
     * Notes that the session is at no device any longer: the VM's books show nothing of a resource
     * that it had there, until {@link #restored}.
     */
    public void store(int resource) {
        stored = resource;
        tellVm();
        moveTo(List.of());
    }

    /** Notes that the session is at devices again, with all that it holds. */
    public void restored(List<String> devices) {
        moveTo(devices);
        stored = NONE;
        tellVm();
    }

    /** Returns the amount of a continuous resource that all sessions of the VM hold. */
    public long heldByVm(int resource) {
        return heldByVm[resource].get();
    }

    /**
     * Returns the VM's largest holding of a continuous resource on any one of the session's
     * devices.
     */
    public long heldOnDevice(int resource) {
        long most = 0;
        for (AtomicLong[] device : heldOnDevices) {
            most = Math.max(most, device[resource].get());
        }
        return most;
    }

    /**
     * Returns the lock that all sessions of the VM hold while they check a quota and allocate from
     * it.
     */
    public Object vmBooks() {
        return vm;
    }

    /** Returns the number of holdings of objects that are released and have not died. */
    public int releases() {
        return bookings.releases();
    }

    /** Returns the number of holdings. */
    public int bookings() {
        return bookings.size();
    }

    /** Whether there is room for the holdings of a command. */
    public boolean hasRoomFor(CostList costs) {
        return costs.allocations() <= maxBookings - bookings.size();
    }

    /**
     * Whether the sums would stay within a long. Without this check a guest could turn its holdings
     * negative.
     */
    public boolean canHold(CostList costs) {
        for (int r = 0; r < held.length; r++) {
            if (held[r] + costs.allocated(r) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * Enters an admitted command. Call numbers rise, so no command is entered twice.
     *
     * @return whether it releases an object that the session holds
     */
    public boolean enter(long call, boolean sync, CostList costs) {
        if (costs.isEmpty() || closed) {
            return false;
        }
        boolean releases = false;
        for (int r = 0; r < consumed.length; r++) {
            long more = costs.consumed(r);
            if (more != 0) {
                LONGS.setOpaque(consumed, r, saturatedAdd(consumed[r], more));
            }
        }
        for (int i = 0; i < costs.releases(); i++) {
            releases |= bookings.released(costs.released(i));
        }
        if (costs.allocations() != 0) {
            bookings.enter(call, sync, costs);
            for (int r = 0; r < held.length; r++) {
                LONGS.setOpaque(held, r, held[r] + costs.allocated(r));
            }
            tellVm();
        }
        return releases;
    }

    /** Notes that the server replied to a call without an error. */
    public void answered(long call) {
        if (!closed && bookings.size() != 0) {
            bookings.answered(call);
        }
    }

    /** Notes the server's report that a call failed or was not executed. */
    public void failed(long call) {
        if (!closed && bookings.size() != 0) {
            bookings.failed(call, held);
            tellVm();
        }
    }

    /** Notes the server's report that the object created by a call died. */
    public void died(long name, long call) {
        if (!closed && bookings.size() != 0) {
            bookings.died(name, call, held);
            tellVm();
        }
    }

    /** Notes the server's report that an object died, without its call: the oldest of this name. */
    public void died(long name) {
        if (!closed && bookings.size() != 0) {
            bookings.died(name, held);
            tellVm();
        }
    }

    /**
     * Notes the amount of a continuous resource that the session holds now though no call states
     * it.
     *
     * @return false, without effect, when the amount is negative or too large
     */
    public boolean holdsUnstated(int resource, long amount) {
        long stated = held[resource] - unstated[resource];
        if (amount < 0 || stated + amount < 0) {
            return false;
        }
        if (!closed) {
            unstated[resource] = amount;
            LONGS.setOpaque(held, resource, stated + amount);
            tellVm();
        }
        return true;
    }

    /** Ends the session and gives back all its holdings. Idempotent. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        for (int r = 0; r < held.length; r++) {
            LONGS.setOpaque(held, r, 0L);
        }
        tellVm();
    }

    private void tellVm() {
        for (int r = 0; r < held.length; r++) {
            long change = (r == stored ? 0 : held[r]) - told[r];
            if (change != 0) {
                told[r] += change;
                heldByVm[r].addAndGet(change);
                for (AtomicLong[] device : heldOnDevices) {
                    device[r].addAndGet(change);
                }
            }
        }
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
