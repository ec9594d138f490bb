package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.AddressWindow;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The host memory of an address space: one region for the addresses that the guest chooses, and one
 * for those that the device chooses.
 */
final class SpaceRegions implements AutoCloseable {
    /**
     * The ratio of a context's addresses to the device's memory: memory that is freed and still
     * used may be as large as the allocated memory, and first-fit leaves holes. Kernels can write
     * to all addresses below the highest one ever allocated, so the ratio is kept this low.
     */
    static final long REACH = 2;

    private final AddressWindow window;
    private final Region chosenByGuest;
    private final Region chosenByDevice;

    @GuardedBy("this")
    private boolean closed;

    SpaceRegions(AddressWindow window, long capacity) {
        this.window = window;
        this.chosenByGuest = new Region(window.start(), reachOfGuest(capacity));
        this.chosenByDevice = new Region(window.deviceStart(), reachOfDevice(capacity));
    }

    /** Returns the host addresses that a space takes on a device with this much memory. */
    static long reservation(long capacity) {
        return reachOfGuest(capacity) + reachOfDevice(capacity);
    }

    private static long reachOfGuest(long capacity) {
        return Math.min(AddressSpace.roundUp(REACH * capacity), AddressWindow.BYTES / 4 * 3);
    }

    private static long reachOfDevice(long capacity) {
        return Math.min(AddressSpace.roundUp(REACH * capacity), AddressWindow.BYTES / 4);
    }

    Region chosenByGuest() {
        return chosenByGuest;
    }

    Region chosenByDevice() {
        return chosenByDevice;
    }

    /** Returns the region of an address of the space. */
    Region of(long address) {
        return isOfDevice(address) ? chosenByDevice : chosenByGuest;
    }

    /** Whether the device has chosen an address of the space. */
    boolean isOfDevice(long address) {
        return address >= window.deviceStart();
    }

    /** Returns the address of a byte of the regions' memory; 0 when it is other memory. */
    long addressOf(MemorySegment memory, long offset) {
        long chosen = chosenByGuest.addressOf(memory, offset);
        return chosen == 0 ? chosenByDevice.addressOf(memory, offset) : chosen;
    }

    /** The number of addresses up to the highest ones ever used. */
    long reached() {
        return chosenByGuest.reached() + chosenByDevice.reached();
    }

    /** Searches both regions for {@linkplain Region#strays bytes between the ranges in use}. */
    long strays(List<Range> inUse, boolean clear) {
        long found = chosenByGuest.strays(inUse, clear);
        long other = chosenByDevice.strays(inUse, clear);
        return found != 0 ? found : other;
    }

    void discard(Allocation<?> allocation) {
        of(allocation.start()).discard(allocation.start(), allocation.footprint());
    }

    /** Has a tracker include the memory. */
    void include(PageTracker tracker) {
        chosenByGuest.include(tracker);
        chosenByDevice.include(tracker);
    }

    /**
     * Copies memory of the regions, which stay open meanwhile: the JVM interrupts a thread that
     * reads memory whose arena another thread closes. Allocations and launches, which take the lock
     * of a region, do not wait for it.
     *
     * @return the copy; null: the regions are closed
     */
    synchronized @Nullable MemorySegment copy(MemorySegment memory, CopyBuffer to) {
        return closed ? null : to.copy(memory);
    }

    /** The guest-chosen addresses as a kernel accesses them. */
    FlatMemory flat() {
        return chosenByGuest.flat();
    }

    /** The device-chosen addresses as a kernel accesses them. */
    FlatMemory flatOfDevice() {
        return chosenByDevice.flatIfUsed();
    }

    @Override
    public synchronized void close() {
        closed = true;
        chosenByGuest.close();
        chosenByDevice.close();
    }
}
