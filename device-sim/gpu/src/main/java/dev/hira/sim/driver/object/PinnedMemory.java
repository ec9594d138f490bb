package dev.hira.sim.driver.object;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.api.cuda.CUresult;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pinned host memory of a process: allocated as pinned, or registered. */
public final class PinnedMemory implements AutoCloseable {
    private static final long ALIGNMENT = 4096;

    @GuardedBy("this")
    private final TreeMap<Long, Range> ranges = new TreeMap<>();

    private volatile boolean any;

    /**
     * A pinned range.
     *
     * @param arena the owner of the memory; null when the memory is only registered
     */
    private record Range(MemorySegment memory, int flags, @Nullable Arena arena) {}

    public MemorySegment allocate(long bytes, int flags) {
        Arena arena = Arena.ofShared();
        try {
            MemorySegment memory = arena.allocate(bytes, ALIGNMENT);
            enter(new Range(memory, flags, arena));
            return memory;
        } catch (OutOfMemoryError exhausted) {
            arena.close();
            throw CudaFailures.outOfMemory(
                    "the host has no room for " + bytes + " bytes of pinned memory");
        }
    }

    public void free(MemorySegment memory) {
        Arena arena;
        synchronized (this) {
            Range range = memory.isNative() ? ranges.get(memory.address()) : null;
            if (range == null || range.arena() == null) {
                throw CudaFailures.invalidValue(
                        "the memory was not allocated by cuMemAllocHost or cuMemHostAlloc, or is"
                                + " freed already");
            }
            arena = range.arena();
            remove(memory.address());
        }
        arena.close();
    }

    public synchronized void register(MemorySegment memory, long bytes, int flags) {
        if (!memory.isNative()) {
            throw CudaFailures.invalidValue("a heap array cannot be registered; use native memory");
        }
        if (bytes <= 0 || bytes > memory.byteSize()) {
            throw CudaFailures.invalidValue(
                    "the memory has "
                            + memory.byteSize()
                            + " bytes; "
                            + Long.toUnsignedString(bytes)
                            + " bytes of it cannot be registered");
        }
        Map.@Nullable Entry<Long, Range> other = ranges.lowerEntry(memory.address() + bytes);
        if (other != null
                && other.getKey() + other.getValue().memory().byteSize() > memory.address()) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
                    "a part of the memory is pinned already");
        }
        enter(new Range(memory.asSlice(0, bytes), flags, null));
    }

    public synchronized void unregister(MemorySegment memory) {
        Range range = memory.isNative() ? ranges.get(memory.address()) : null;
        if (range == null || range.arena() != null) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
                    "no registered memory starts there");
        }
        remove(memory.address());
    }

    /** Whether these bytes are pinned. */
    public boolean pinned(MemorySegment memory, long bytes) {
        return any && memory.isNative() && rangeOf(memory.address(), bytes) != null;
    }

    /** Returns the flags of the pinned range that contains this memory. */
    public int flags(MemorySegment memory) {
        Range range = memory.isNative() ? rangeOf(memory.address(), 1) : null;
        if (range == null) {
            throw CudaFailures.invalidValue("the memory is not pinned");
        }
        return range.flags();
    }

    private synchronized @Nullable Range rangeOf(long address, long bytes) {
        Map.@Nullable Entry<Long, Range> entry = ranges.floorEntry(address);
        if (entry == null) {
            return null;
        }
        long end = entry.getKey() + entry.getValue().memory().byteSize();
        return address + bytes <= end ? entry.getValue() : null;
    }

    private synchronized void enter(Range range) {
        ranges.put(range.memory().address(), range);
        any = true;
    }

    @GuardedBy("this")
    private void remove(long address) {
        ranges.remove(address);
        any = !ranges.isEmpty();
    }

    @Override
    public synchronized void close() {
        for (Range range : ranges.values()) {
            if (range.arena() != null) {
                range.arena().close();
            }
        }
        ranges.clear();
        any = false;
    }
}
