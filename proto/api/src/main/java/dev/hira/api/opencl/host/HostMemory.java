package dev.hira.api.opencl.host;

import dev.hira.api.opencl.ClMapFlags;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The memory objects of a process, as far as the host knows them: their device addresses, which are
 * free again when an object and all regions of it have ended, and the host memory that is mapped
 * for them. Counts like the devices' side.
 */
public final class HostMemory {
    /** The flags of buffers that the host cannot read. */
    public static final long UNREADABLE =
            ClMemFlags.CL_MEM_HOST_WRITE_ONLY.value() | ClMemFlags.CL_MEM_HOST_NO_ACCESS.value();

    /** The flags of buffers that the host cannot write. */
    public static final long UNWRITABLE =
            ClMemFlags.CL_MEM_HOST_READ_ONLY.value() | ClMemFlags.CL_MEM_HOST_NO_ACCESS.value();

    /** The flags with which host memory is given. */
    static final long GIVEN =
            ClMemFlags.CL_MEM_USE_HOST_PTR.value() | ClMemFlags.CL_MEM_COPY_HOST_PTR.value();

    private static final long READS = ClMapFlags.CL_MAP_READ.value();
    private static final long WRITES =
            ClMapFlags.CL_MAP_WRITE.value() | ClMapFlags.CL_MAP_WRITE_INVALIDATE_REGION.value();

    /** The alignment of mapped memory: that of the largest vector. */
    private static final long ALIGNMENT = 128;

    private final LongConsumer freed;
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        final @Nullable Entry whole;

        /** The device address; of a region, the first byte in its buffer. */
        final long address;

        final long flags;
        final long size;
        final List<Mapping> mappings = new ArrayList<>(0);

        /** The memory of CL_MEM_USE_HOST_PTR, or null. */
        @Nullable MemorySegment used;

        int references = 1;
        int regions;

        Entry(@Nullable Entry whole, long address, long flags, long size) {
            this.whole = whole;
            this.address = address;
            this.flags = flags;
            this.size = size;
        }

        /** The flags for the use by the host, which a region takes from its buffer. */
        long hostFlags() {
            long own = flags & (UNREADABLE | UNWRITABLE);
            return own == 0 && whole != null ? whole.hostFlags() : own;
        }

        /** The memory of CL_MEM_USE_HOST_PTR for the object, or null. */
        @Nullable MemorySegment used() {
            if (whole == null) {
                return used;
            }
            @Nullable MemorySegment all = whole.used();
            return all == null ? null : all.asSlice(address, size);
        }
    }

    /**
     * A mapped region of a buffer.
     *
     * @param reads whether its content must be read first
     * @param writes whether it is written at the end
     */
    record Mapping(MemorySegment memory, long offset, boolean reads, boolean writes) {}

    /**
     * Creates the table of a process without memory objects.
     *
     * @param freed takes the device addresses of buffers that have ended
     */
    public HostMemory(LongConsumer freed) {
        this.freed = freed;
    }

    /** Notes a new buffer. */
    public synchronized void created(long name, long address, long flags, long size) {
        entries.put(name, new Entry(null, address, flags, size));
    }

    /** Notes the memory of a buffer with CL_MEM_USE_HOST_PTR. */
    synchronized void uses(long name, MemorySegment memory) {
        @Nullable Entry entry = entries.get(name);
        if (entry != null) {
            entry.used = memory;
        }
    }

    /** Notes a new region of a buffer. */
    public synchronized void createdIn(long name, long buffer, long flags, long origin, long size) {
        @Nullable Entry whole = entries.get(buffer);
        if (whole != null) {
            whole.regions++;
            entries.put(name, new Entry(whole, origin, flags, size));
        }
    }

    /** Whether this is the name of a memory object. */
    synchronized boolean has(long name) {
        return entries.containsKey(name);
    }

    /** Adds 1 to the count of an object. */
    public synchronized void retain(long name) {
        @Nullable Entry entry = entries.get(name);
        if (entry != null) {
            entry.references++;
        }
    }

    /** Takes 1 from the count of an object. */
    public synchronized void release(long name) {
        @Nullable Entry entry = entries.get(name);
        if (entry == null) {
            return;
        }
        entry.references--;
        if (entry.references == 0) {
            entries.remove(name);
            end(entry);
        }
    }

    private void end(Entry entry) {
        if (entry.references > 0 || entry.regions > 0) {
            return;
        }
        if (entry.whole == null) {
            freed.accept(entry.address);
            return;
        }
        Entry whole = Objects.requireNonNull(entry.whole);
        whole.regions--;
        end(whole);
    }

    private Entry entry(long name) {
        @Nullable Entry entry = entries.get(name);
        if (entry == null) {
            throw new OpenClException(
                    ClResult.CL_INVALID_MEM_OBJECT,
                    "the process has no memory object 0x" + Long.toHexString(name));
        }
        return entry;
    }

    /**
     * Refuses an access of the host that the flags of a buffer forbid.
     *
     * @param forbids {@link #UNREADABLE} or {@link #UNWRITABLE}
     */
    synchronized void requireAccess(long name, long forbids) {
        requireAccess(entry(name), forbids);
    }

    private static void requireAccess(Entry entry, long forbids) {
        if ((entry.hostFlags() & forbids) != 0) {
            throw new OpenClException(
                    ClResult.CL_INVALID_OPERATION,
                    "the host cannot access the buffer so, as its flags say: 0x"
                            + Long.toHexString(entry.hostFlags()));
        }
    }

    /** Maps a region of a buffer. */
    synchronized Mapping map(long name, long flags, long offset, long size) {
        Entry entry = entry(name);
        boolean invalidates = (flags & ClMapFlags.CL_MAP_WRITE_INVALIDATE_REGION.value()) != 0;
        if ((flags & ~(READS | WRITES)) != 0 || (invalidates && Long.bitCount(flags) > 1)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "the flags 0x"
                            + Long.toHexString(flags)
                            + " of a map do not exist or contradict each other");
        }
        if (offset < 0 || size <= 0 || offset > entry.size || size > entry.size - offset) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    Long.toUnsignedString(size)
                            + " bytes from "
                            + Long.toUnsignedString(offset)
                            + " on are not inside the buffer, which has "
                            + entry.size);
        }
        requireAccess(entry, (flags & READS) != 0 ? UNREADABLE : 0);
        requireAccess(entry, (flags & WRITES) != 0 ? UNWRITABLE : 0);
        Mapping mapping =
                new Mapping(
                        memory(entry, offset, size), offset, !invalidates, (flags & WRITES) != 0);
        entry.mappings.add(mapping);
        return mapping;
    }

    private static MemorySegment memory(Entry entry, long offset, long size) {
        @Nullable MemorySegment used = entry.used();
        if (used != null) {
            return used.asSlice(offset, size);
        }
        try {
            return Arena.ofAuto().allocate(size, ALIGNMENT);
        } catch (OutOfMemoryError | IllegalArgumentException none) {
            throw new OpenClException(
                    ClResult.CL_MAP_FAILURE, "the process has no " + size + " bytes to map");
        }
    }

    /** Ends a mapping; null: the object has none with this memory. */
    synchronized @Nullable Mapping unmap(long name, MemorySegment memory) {
        Entry entry = entry(name);
        for (Mapping each : entry.mappings) {
            if (each.memory().equals(memory)) {
                entry.mappings.remove(each);
                return each;
            }
        }
        return null;
    }

    /** Writes the value of a property that only the host knows, and leaves other values alone. */
    public synchronized void answer(long name, ClMemInfo property, MemorySegment value) {
        @Nullable Entry entry = entries.get(name);
        if (entry == null) {
            return;
        }
        if (property == ClMemInfo.CL_MEM_MAP_COUNT) {
            value.set(ValueLayout.JAVA_INT_UNALIGNED, 0, entry.mappings.size());
        } else if (property == ClMemInfo.CL_MEM_HOST_PTR) {
            @Nullable MemorySegment used = entry.used();
            value.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, used == null ? 0 : used.address());
        }
    }
}
