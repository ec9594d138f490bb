package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of kernels' arguments that a process has set, for clones: a replayed call finds those
 * that were set last, not those of the time of the clone.
 */
public final class HostKernels {
    private static final long MOST_ITEMS = Long.MAX_VALUE / 2;

    private final Map<Long, Entry> entries = new ConcurrentHashMap<>();

    private static final class Entry {
        final Map<Integer, Argument> arguments = new TreeMap<>();
        int references = 1;
    }

    /**
     * The value of an argument.
     *
     * @param mem the memory object that it is, or 0
     * @param sampler the sampler that it is, or 0
     */
    record Argument(long size, MemorySegment value, long mem, long sampler) {
        static Argument of(long size, MemorySegment value, long mem, long sampler) {
            byte[] bytes = value.toArray(ValueLayout.JAVA_BYTE);
            return new Argument(size, MemorySegment.ofArray(bytes), mem, sampler);
        }
    }

    /** Refuses a range with more work-items than a number can count. */
    public static void requireRange(ClSizes sizes) {
        long items = 1;
        for (long each : new long[] {sizes.x(), sizes.y(), sizes.z()}) {
            if (each < 0 || (each > 0 && items > MOST_ITEMS / each)) {
                throw new OpenClException(
                        ClResult.CL_INVALID_GLOBAL_WORK_SIZE,
                        "a range of " + sizes + " work-items is too large");
            }
            items *= Math.max(1, each);
        }
    }

    /** Notes the value of an argument. */
    void set(long kernel, int index, Argument value) {
        Entry entry = entries.computeIfAbsent(kernel, _ -> new Entry());
        synchronized (entry) {
            entry.arguments.put(index, value);
        }
    }

    /** Returns the values of a kernel's arguments, by their indexes. */
    Map<Integer, Argument> arguments(long kernel) {
        @Nullable Entry entry = entries.get(kernel);
        if (entry == null) {
            return Map.of();
        }
        synchronized (entry) {
            return new TreeMap<>(entry.arguments);
        }
    }

    /** Adds 1 to the count of a kernel. */
    public void retain(long kernel) {
        Entry entry = entries.computeIfAbsent(kernel, _ -> new Entry());
        synchronized (entry) {
            entry.references++;
        }
    }

    /** Takes 1 from the count of a kernel. */
    public void release(long kernel) {
        @Nullable Entry entry = entries.get(kernel);
        if (entry == null) {
            return;
        }
        synchronized (entry) {
            entry.references--;
            if (entry.references == 0) {
                entries.remove(kernel);
            }
        }
    }
}
