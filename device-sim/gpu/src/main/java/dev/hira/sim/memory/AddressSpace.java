package dev.hira.sim.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.AddressWindow;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.WrittenBytes;
import dev.hira.sim.pages.PageTracker;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The device memory of one context: the allocations in its window of addresses.
 *
 * <p>An allocation's life has three steps. It is <em>placed</em> at an address that the guest has
 * chosen. It is <em>retired</em> by the call that frees it: from then on no lookup finds it, and
 * the address may be reused. It is <em>released</em>, that is cleared and given back, when all work
 * submitted before has ended. A new allocation placed over a retired one that is not yet released
 * knows the work to wait for ({@link Allocation#successorOf}).
 *
 * @param <F> a fence: tells when the work that used a retired allocation is done
 */
public final class AddressSpace<F> {
    /** The alignment and granularity of allocations. */
    public static final long ALIGNMENT = 512;

    /** The most allocations that are retired and not released while another one is placed. */
    public static final int MOST_RETIRED = 1 << 16;

    /** What is placed in order gives back the memory of freed allocations after so many bytes. */
    private static final long RELEASED_EACH = 16 << 20;

    private final AddressWindow window;
    private final MemoryBudget budget;
    private final PlacementTexts texts;
    private final SpaceRegions regions;

    @GuardedBy("this")
    private final LiveAllocations<F> live = new LiveAllocations<>();

    @GuardedBy("this")
    private final FreedAllocations<F> freed = new FreedAllocations<>();

    private final @Nullable WrittenBytes written;

    private final ProcessMemory ofProcess;

    @GuardedBy("this")
    private final DeviceRanges<F> ofDevice;

    @GuardedBy("this")
    private long used;

    @GuardedBy("this")
    private boolean closed;

    private volatile @Nullable Allocation<F> recent;

    public AddressSpace(AddressWindow window, MemoryBudget budget) {
        this(window, budget, null, new ProcessMemory());
    }

    /**
     * Creates a space without allocations.
     *
     * @param written records the bytes that copies and fills write and the ranges cleared, if given
     * @param ofProcess counts the bytes that {@link #placeAnywhere} places while they are
     *     allocated, and the freed bytes that unfinished work still uses
     */
    public AddressSpace(
            AddressWindow window,
            MemoryBudget budget,
            @Nullable WrittenBytes written,
            ProcessMemory ofProcess) {
        this.written = written;
        this.ofProcess = ofProcess;
        this.window = window;
        this.budget = budget;
        this.texts = new PlacementTexts(window, budget);
        this.regions = new SpaceRegions(window, budget.capacity());
        this.ofDevice = new DeviceRanges<>(window.deviceStart());
    }

    /** Returns the host addresses that a space takes on a device with this much memory. */
    public static long reservation(long capacity) {
        return SpaceRegions.reservation(capacity);
    }

    /** Returns a size rounded up to the alignment; the size must be below 2<sup>62</sup>. */
    public static long roundUp(long bytes) {
        return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** The addresses of this space. */
    public AddressWindow window() {
        return window;
    }

    /**
     * Returns the address of a byte of the memory that {@link Allocation#segment} gives; 0 when the
     * memory is not of this space.
     */
    public long addressOf(MemorySegment memory, long offset) {
        return regions.addressOf(memory, offset);
    }

    /** The allocated bytes, rounded as they are accounted. */
    public synchronized long used() {
        return used;
    }

    /** The number of allocations. */
    public synchronized int count() {
        return live.count();
    }

    /** The number of allocations, and of those freed that unfinished work still uses. */
    public synchronized int places() {
        return live.count() + freed.count();
    }

    /** Places an allocation at an address that the guest has chosen. */
    public PlacementResult<F> place(long start, long bytes) {
        @Nullable String refusal = texts.ofGuest(start, bytes);
        return refusal == null
                ? enter(regions.chosenByGuest(), start, bytes)
                : new PlacementResult.Refused<>(refusal);
    }

    /**
     * Places an allocation in the device's part, at a range that holds no allocation, not even a
     * retired one: nothing has to wait before the new one is used.
     */
    public synchronized PlacementResult<F> placeAnywhere(long bytes) {
        if (bytes <= 0 || bytes > budget.capacity()) {
            return noMemory(bytes);
        }
        Region region = regions.chosenByDevice();
        long footprint = roundUp(bytes);
        boolean inOrder = ofDevice.next() != 0;
        long candidate = inOrder ? ofDevice.above(footprint) : ofDevice.gap(footprint);
        if (inOrder && !region.contains(candidate, footprint)) {
            candidate = ofDevice.gap(footprint);
        }
        if (!region.contains(candidate, footprint)) {
            return noMemory(bytes);
        }
        PlacementResult<F> placed = enter(region, candidate, bytes);
        wrote(candidate, bytes);
        if (inOrder && placed instanceof PlacementResult.Placed<F>) {
            ofDevice.continueAt(candidate + footprint);
            if (candidate / RELEASED_EACH != (candidate + footprint) / RELEASED_EACH) {
                long ignored = strays(true); // small ranges keep their pages when they are freed
            }
        }
        return placed;
    }

    /**
     * Has {@link #placeAnywhere} choose addresses by the order of the allocations alone, each above
     * the one before, until the device's part is used up. When memory becomes free depends on the
     * time that work takes.
     *
     * @param from the lowest address of the next one; 0: that of the device's part
     */
    public synchronized void placeInOrder(long from) {
        ofDevice.continueAt(from == 0 ? window.deviceStart() : from);
    }

    /** Has {@link #placeAnywhere} choose the lowest addresses that are free. */
    public synchronized void placeWhereFree() {
        ofDevice.continueAt(0);
    }

    /** The lowest address of what is placed in order next; 0: nothing is. */
    public synchronized long placesNext() {
        return ofDevice.next();
    }

    /**
     * Keeps a range of the device's part for {@link #placeReserved}: no other allocation is placed
     * there.
     */
    public synchronized void reserve(Range range) {
        ofDevice.reserve(range);
    }

    /** Frees the reserved ranges in which nothing was placed. */
    public synchronized void endReservations() {
        ofDevice.endReservations();
    }

    /** Places an allocation in a reserved range. */
    public synchronized PlacementResult<F> placeReserved(Range range) {
        if (!ofDevice.isReserved(range)) {
            return new PlacementResult.Refused<>(
                    "the "
                            + range.bytes()
                            + " bytes at "
                            + hex(range.start())
                            + " are not reserved");
        }
        return enter(regions.chosenByDevice(), range.start(), range.bytes());
    }

    private synchronized PlacementResult<F> enter(Region region, long start, long bytes) {
        if (closed) {
            return new PlacementResult.Refused<>("the context is destroyed");
        }
        if (freed.count() >= MOST_RETIRED) {
            return new PlacementResult.NoMemory<>(
                    MOST_RETIRED
                            + " allocations were freed that queued work still uses; wait for the"
                            + " work first");
        }
        if (bytes > budget.capacity()) {
            return noMemory(bytes);
        }
        if (!region.contains(start, roundUp(bytes))) {
            return new PlacementResult.NoMemory<>(
                    PlacementTexts.tooFarUp(start, bytes, region.end()));
        }
        @Nullable Allocation<F> other = live.overlapped(start, start + roundUp(bytes));
        if (other != null) {
            return new PlacementResult.Refused<>(PlacementTexts.overlaps(start, bytes, other));
        }
        return budget.take(roundUp(bytes)) ? placed(region, start, bytes) : noMemory(bytes);
    }

    @GuardedBy("this")
    private PlacementResult<F> placed(Region region, long start, long bytes) {
        MemorySegment segment;
        try {
            segment = region.reach(start, roundUp(bytes));
        } catch (OutOfMemoryError noAddresses) {
            budget.retire(roundUp(bytes));
            budget.release(roundUp(bytes));
            return new PlacementResult.NoMemory<>(String.valueOf(noAddresses.getMessage()));
        }
        Allocation<F> allocation =
                new Allocation<>(
                        this,
                        start,
                        bytes,
                        segment,
                        start - region.base(),
                        freed.pendingIn(start, start + roundUp(bytes)));
        live.add(allocation);
        if (regions.isOfDevice(start)) {
            ofDevice.add(allocation);
            ofProcess.addUnstated(allocation.footprint());
        }
        used += roundUp(bytes);
        return new PlacementResult.Placed<>(allocation);
    }

    private PlacementResult<F> noMemory(long bytes) {
        return new PlacementResult.NoMemory<>(
                texts.noMemory(bytes), budget.hasLater(roundUp(bytes)));
    }

    /** Returns the allocation that contains all these bytes, or null. */
    public @Nullable Allocation<F> find(long address, long count) {
        Allocation<F> last = recent;
        if (last != null && last.live() && last.contains(address, count)) {
            return last;
        }
        @Nullable Allocation<F> found = floor(address);
        if (found == null || !found.contains(address, count)) {
            return null;
        }
        recent = found;
        return found;
    }

    private synchronized @Nullable Allocation<F> floor(long address) {
        return live.floor(address);
    }

    /** Returns the allocation nearest to an address, or null when there is none. */
    public synchronized @Nullable Allocation<F> nearest(long address) {
        return live.nearest(address);
    }

    /** The number of allocations freed so far. */
    public synchronized long moment() {
        return freed.moment();
    }

    /**
     * Returns an allocation that contains all bytes of an aligned access and was freed after some
     * moment, or null.
     */
    public synchronized @Nullable Allocation<F> freedSince(long moment, long address, long count) {
        return freed.freedSince(moment, address, count);
    }

    /** Returns the range of the last freed allocation that contained this byte, or null. */
    public synchronized @Nullable Range lastFreed(long address) {
        return freed.last(address);
    }

    /**
     * The approximate number, at least 0, of unallocated addresses below one that is or was
     * allocated. Kernels can write to them.
     */
    public synchronized long gaps() {
        return Math.max(0, regions.reached() - used - freed.retiredBytes());
    }

    /**
     * Searches for bytes written outside all allocations.
     *
     * @param clear whether to release all unallocated memory; otherwise the search ends with the
     *     first byte
     * @return the address of the first byte that is not zero, or 0
     */
    public synchronized long strays(boolean clear) {
        if (closed) {
            return 0;
        }
        List<Range> inUse = new ArrayList<>();
        live.all().forEach(each -> inUse.add(new Range(each.start(), each.footprint())));
        freed.retired().forEach(each -> inUse.add(new Range(each.start(), each.footprint())));
        inUse.sort(Comparator.comparingLong(Range::start));
        return regions.strays(inUse, clear);
    }

    /** The allocations that were not freed, in the order of their addresses. */
    public synchronized List<Allocation<F>> allocations() {
        return List.copyOf(live.all());
    }

    /** Returns the allocations that no release of an earlier one in their place will clear. */
    synchronized List<Allocation<F>> unencumbered() {
        List<Allocation<F>> found = new ArrayList<>(live.count());
        for (Allocation<F> each : live.all()) {
            if (freed.pendingIn(each.start(), each.end()).isEmpty()) {
                found.add(each);
            }
        }
        return found;
    }

    /** Has a tracker include the memory of the space. */
    void include(PageTracker tracker) {
        regions.include(tracker);
    }

    /** Copies memory of the space, which cannot be closed meanwhile; null: it is closed. */
    @Nullable MemorySegment copy(MemorySegment memory, CopyBuffer to) {
        return regions.copy(memory, to);
    }

    /**
     * Writes content over allocations whose place no other work still uses, or zeros.
     *
     * @param touched receives the allocations before that
     * @return false, without effect, when a part of the range does not lie in such an allocation
     */
    synchronized boolean fill(
            long address,
            long bytes,
            @Nullable MemorySegment content,
            Consumer<Allocation<F>> touched) {
        List<Allocation<F>> found = live.covering(address, bytes);
        if (found.isEmpty() || !freed.pendingIn(address, address + bytes).isEmpty()) {
            return false;
        }
        found.forEach(touched);
        Region region = regions.of(address);
        if (content == null) {
            region.discard(address, bytes);
        } else {
            region.write(address, content);
        }
        return true;
    }

    /** Returns the parts of a range that lie in allocations, each in one. */
    synchronized List<Range> partsOf(Range range) {
        return live.partsOf(range.start(), range.start() + range.bytes());
    }

    /** Records a write that was not made by a kernel. */
    void wrote(long address, long bytes) {
        if (written != null) {
            written.add(address, bytes);
        }
    }

    /** Returns the allocation that starts here, or null. */
    public synchronized @Nullable Allocation<F> startingAt(long address) {
        return live.startingAt(address);
    }

    /**
     * Removes an allocation from the accounts.
     *
     * @param done tells when the work that may use it has ended; {@link #release} must follow then
     * @return false when it had been removed before
     */
    public synchronized boolean retire(Allocation<F> allocation, F done) {
        if (!live.remove(allocation)) {
            return false;
        }
        recent = null;
        used -= allocation.footprint();
        forget(allocation);
        budget.retire(allocation.footprint());
        ofProcess.addRetiring(allocation.footprint());
        freed.add(allocation, done);
        return true;
    }

    private void forget(Allocation<F> allocation) {
        if (regions.isOfDevice(allocation.start())) {
            ofProcess.addUnstated(-allocation.footprint());
        }
    }

    /**
     * Removes all allocations from the accounts, for a space that is closed once {@code done} is
     * done.
     */
    public synchronized void retireAll(F done) {
        for (Allocation<F> allocation : List.copyOf(live.all())) {
            retire(allocation, done);
        }
    }

    /** Clears a retired allocation and gives its memory back. */
    public void release(Allocation<F> allocation) {
        synchronized (this) {
            if (closed || !freed.isRetired(allocation)) {
                return;
            }
            regions.discard(allocation);
            if (written != null) {
                written.remove(allocation.start(), allocation.footprint());
            }
            var _ = freed.release(allocation);
            allocation.forgetPredecessors();
            ofDevice.remove(allocation);
        }
        budget.release(allocation.footprint());
        ofProcess.addRetiring(-allocation.footprint());
    }

    /** Returns the fence of a freed allocation that unfinished work still uses; null: none is. */
    public synchronized @Nullable F anyPending() {
        return freed.anyPending();
    }

    /** The guest-chosen addresses as a kernel accesses them. */
    public FlatMemory flat() {
        return regions.flat();
    }

    /** The device-chosen addresses as a kernel accesses them. */
    public FlatMemory flatOfDevice() {
        return regions.flatOfDevice();
    }

    /**
     * Removes everything from the accounts and gives all memory back. No work may be under way.
     *
     * @return false when it was closed before
     */
    public synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        live.all().forEach(allocation -> allocation.markFreed(0));
        live.all().forEach(this::forget);
        recent = null;
        budget.retire(used);
        budget.release(used + freed.retiredBytes());
        ofProcess.addRetiring(-freed.retiredBytes());
        used = 0;
        live.clear();
        freed.clear();
        ofDevice.clear();
        regions.close();
        return true;
    }

    /** Returns an address as messages show it. */
    public static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }
}
