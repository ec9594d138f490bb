package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The heap of a context, from which its kernels allocate. It is in device memory, is created at the
 * launch of the first kernel that allocates, and then keeps its size. Adjacent free runs are
 * merged, and an allocation takes the smallest sufficient run; both take logarithmic time. The
 * bookkeeping uses host memory, so the number of allocations is limited.
 */
public final class KernelHeap {
    /** The alignment of allocations, to which their sizes are rounded up. */
    public static final long ALIGNMENT = 16;

    /** The most allocations at a time. */
    public static final int MOST_ALLOCATIONS = 1 << 20;

    private static final Comparator<Run> BY_SIZE =
            Comparator.comparingLong(Run::bytes).thenComparingLong(Run::address);

    /** A run of free bytes. */
    private record Run(long address, long bytes) {}

    private final LongSupplier size;
    private final LongUnaryOperator reserve;

    /** Free runs by address. */
    @GuardedBy("this")
    private final TreeMap<Long, Run> free = new TreeMap<>();

    /** The same runs, the smallest first. */
    @GuardedBy("this")
    private final TreeSet<Run> bySize = new TreeSet<>(BY_SIZE);

    /** Sizes of allocations by address. */
    @GuardedBy("this")
    private final TreeMap<Long, Long> taken = new TreeMap<>();

    @GuardedBy("this")
    private long start;

    @GuardedBy("this")
    private long bytes;

    /**
     * Prepares a heap that is created later.
     *
     * @param size the future size
     * @param reserve returns the address of so many bytes of device memory, or 0
     */
    public KernelHeap(LongSupplier size, LongUnaryOperator reserve) {
        this.size = size;
        this.reserve = reserve;
    }

    /** Creates the heap; returns false when there is no room for it. */
    public synchronized boolean make() {
        if (start == 0) {
            bytes = Math.max(ALIGNMENT, size.getAsLong()) & -ALIGNMENT;
            start = reserve.applyAsLong(bytes);
            if (start != 0) {
                add(new Run(start, bytes));
            }
        }
        return start != 0;
    }

    /**
     * Makes this range, which must be allocated in device memory, the heap, without allocations.
     *
     * @return false: the heap was created before, or its size is not a multiple of the alignment
     */
    public synchronized boolean adopt(KernelContext.Extent range) {
        if (start != 0 || range.bytes() <= 0 || range.bytes() % ALIGNMENT != 0) {
            return false;
        }
        start = range.address();
        bytes = range.bytes();
        add(new Run(start, bytes));
        return true;
    }

    /** Makes an allocation at an address; returns false when that is impossible. */
    public synchronized boolean allocateAt(long address, long wanted) {
        Map.Entry<Long, Run> entry = free.floorEntry(address);
        if (entry == null || wanted <= 0 || wanted > bytes || taken.size() >= MOST_ALLOCATIONS) {
            return false;
        }
        Run run = entry.getValue();
        long before = address - run.address();
        long behind = run.bytes() - before - roundUp(wanted);
        if (before % ALIGNMENT != 0 || behind < 0) {
            return false;
        }
        remove(run);
        if (before > 0) {
            add(new Run(run.address(), before));
        }
        if (behind > 0) {
            add(new Run(address + roundUp(wanted), behind));
        }
        taken.put(address, wanted);
        return true;
    }

    /** Returns the range of the heap; null before it is created. */
    public synchronized KernelContext.@Nullable Extent range() {
        return start == 0 ? null : new KernelContext.Extent(start, bytes);
    }

    /** Returns the allocations in the order of their addresses. */
    public synchronized List<KernelContext.Extent> allocations() {
        List<KernelContext.Extent> all = new ArrayList<>(taken.size());
        taken.forEach((address, wanted) -> all.add(new KernelContext.Extent(address, wanted)));
        return all;
    }

    /**
     * Returns the address of so many bytes, or 0 when there is no room or there are too many
     * allocations.
     */
    public synchronized long allocate(long wanted) {
        if (wanted <= 0 || wanted > bytes || taken.size() >= MOST_ALLOCATIONS) {
            return 0;
        }
        long rounded = roundUp(wanted);
        Run run = bySize.ceiling(new Run(0, rounded));
        if (run == null) {
            return 0;
        }
        remove(run);
        if (run.bytes() > rounded) {
            add(new Run(run.address() + rounded, run.bytes() - rounded));
        }
        taken.put(run.address(), wanted);
        return run.address();
    }

    private static long roundUp(long wanted) {
        return (wanted + ALIGNMENT - 1) & -ALIGNMENT;
    }

    @GuardedBy("this")
    private void add(Run run) {
        free.put(run.address(), run);
        bySize.add(run);
    }

    @GuardedBy("this")
    private void remove(Run run) {
        free.remove(run.address());
        bySize.remove(run);
    }

    /** Returns whether an address is inside the heap. */
    public synchronized boolean covers(long address) {
        return start != 0 && address >= start && address - start < bytes;
    }

    /** Returns the allocation that holds this byte, or null. */
    public synchronized KernelContext.@Nullable Extent holder(long address) {
        Map.Entry<Long, Long> entry = taken.floorEntry(address);
        return entry == null || address - entry.getKey() >= entry.getValue()
                ? null
                : new KernelContext.Extent(entry.getKey(), entry.getValue());
    }

    /** Returns the allocation nearest to an address, or null when there is none at all. */
    public synchronized KernelContext.@Nullable Extent nearest(long address) {
        Map.Entry<Long, Long> below = taken.floorEntry(address);
        Map.Entry<Long, Long> above = taken.higherEntry(address);
        boolean isBelow =
                above == null
                        || (below != null
                                && address - (below.getKey() + below.getValue())
                                        <= above.getKey() - address);
        Map.Entry<Long, Long> found = isBelow ? below : above;
        return found == null ? null : new KernelContext.Extent(found.getKey(), found.getValue());
    }

    /** Frees an allocation; returns false when there is none at this address. */
    public synchronized boolean free(long address) {
        Long returned = taken.remove(address);
        if (returned == null) {
            return false;
        }
        long from = address;
        long to = address + roundUp(returned);
        Map.Entry<Long, Run> lower = free.lowerEntry(address);
        if (lower != null && lower.getKey() + lower.getValue().bytes() == from) {
            from = lower.getKey();
            remove(lower.getValue());
        }
        Run behind = free.get(to);
        if (behind != null) {
            to += behind.bytes();
            remove(behind);
        }
        add(new Run(from, to - from));
        return true;
    }
}
