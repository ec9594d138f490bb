package dev.hira.sim.kernel;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * The heap of a context, from which its kernels allocate. It lies in device memory, is made when
 * the first kernel that allocates is launched, and keeps the size that it has then. Free runs are
 * kept by address and grow together again; an allocation takes the first that is large enough.
 */
public final class KernelHeap {
    /** What allocations start at and are rounded up to. */
    public static final long ALIGNMENT = 16;

    private final LongSupplier size;
    private final LongUnaryOperator reserve;

    /** Sizes of free runs by their addresses. */
    @GuardedBy("this")
    private final TreeMap<Long, Long> free = new TreeMap<>();

    /** Sizes of allocations by their addresses. */
    @GuardedBy("this")
    private final Map<Long, Long> taken = new TreeMap<>();

    @GuardedBy("this")
    private long start;

    @GuardedBy("this")
    private long bytes;

    /**
     * A heap that is not made yet.
     *
     * @param size what it is to have
     * @param reserve gives the address of so many bytes of device memory, or 0
     */
    public KernelHeap(LongSupplier size, LongUnaryOperator reserve) {
        this.size = size;
        this.reserve = reserve;
    }

    /** Makes the heap; false when there is no room for it. */
    public synchronized boolean make() {
        if (start == 0) {
            bytes = Math.max(ALIGNMENT, size.getAsLong()) & -ALIGNMENT;
            start = reserve.applyAsLong(bytes);
            if (start != 0) {
                free.put(start, bytes);
            }
        }
        return start != 0;
    }

    /** The address of so many bytes, or 0 when there is no room. */
    public synchronized long allocate(long wanted) {
        if (wanted <= 0 || wanted > bytes) {
            return 0;
        }
        long rounded = (wanted + ALIGNMENT - 1) & -ALIGNMENT;
        for (Map.Entry<Long, Long> run : free.entrySet()) {
            if (run.getValue() >= rounded) {
                return take(run.getKey(), run.getValue(), rounded);
            }
        }
        return 0;
    }

    @GuardedBy("this")
    private long take(long address, long room, long wanted) {
        free.remove(address);
        if (room > wanted) {
            free.put(address + wanted, room - wanted);
        }
        taken.put(address, wanted);
        return address;
    }

    /** Takes an allocation back; false when there is none at this address. */
    public synchronized boolean free(long address) {
        Long returned = taken.remove(address);
        if (returned == null) {
            return false;
        }
        long from = address;
        long to = address + returned;
        Map.Entry<Long, Long> before = free.lowerEntry(address);
        if (before != null && before.getKey() + before.getValue() == from) {
            from = before.getKey();
        }
        Long behind = free.remove(to);
        free.put(from, to - from + (behind == null ? 0 : behind));
        return true;
    }
}
