package dev.hira.api.opencl.host;

import dev.hira.api.AddressWindow;
import dev.hira.api.opencl.ClMapFlags;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClDriver;
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
    private final SharedRanges shared = new SharedRanges();
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        final @Nullable Entry whole;

        /** The device address; of a region, the first byte in its buffer. */
        final long address;

        final long flags;
        final long size;
        final List<Mapping> mappings = new ArrayList<>(0);

        /** The shape of an image; null: it is a buffer. */
        @Nullable ImageShape shape;

        /** The device address of the descriptor of an image in a buffer, or 0. */
        long descriptor;

        /** The memory of CL_MEM_USE_HOST_PTR, or null. */
        @Nullable MemorySegment used;

        /** Where the texels of an image lie in {@link #used}, or null. */
        @Nullable Rect usedAs;

        /** The shared virtual memory of which this is the buffer, or null. */
        @Nullable SharedRange range;

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
     * A mapped region of a memory object.
     *
     * @param from where it lies in the object
     * @param to where it lies in the memory
     * @param reads whether its content must be read first
     * @param writes whether it is written at the end
     * @param slicePitch bytes from slice to slice in the memory; 0: the object has no slices
     */
    record Mapping(
            MemorySegment memory,
            Rect from,
            Rect to,
            boolean reads,
            boolean writes,
            long slicePitch) {
        /** Bytes from row to row in the memory. */
        long rowPitch() {
            return to.rowPitch();
        }

        /** Reads the content of the memory, if it is wanted; else a command stands for the map. */
        void read(OpenClDriver cl, long queue, long object, long[] waits, long event) {
            if (reads) {
                cl.clReadAreaHIRA(
                        queue,
                        object,
                        from.area(),
                        to.area(),
                        from.travelling(),
                        memory,
                        waits,
                        event,
                        false);
            } else {
                cl.clEnqueueMigrateMemObjects(queue, new long[] {object}, 0, waits, event);
            }
        }

        /** Writes the content of the memory to the object, if it was mapped for that. */
        void write(OpenClDriver cl, long queue, long object, long[] waits, long event) {
            if (writes) {
                cl.clWriteAreaHIRA(
                        queue,
                        object,
                        from.area(),
                        to.area(),
                        from.travelling(),
                        memory,
                        waits,
                        event,
                        false);
            } else {
                cl.clEnqueueMigrateMemObjects(queue, new long[] {object}, 0, waits, event);
            }
        }
    }

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

    /** The shared virtual memory of the process. */
    SharedRanges shared() {
        return shared;
    }

    /** Notes shared virtual memory whose buffer has been created. */
    void shares(SharedRange range) {
        synchronized (this) {
            Entry entry = entry(range.buffer());
            entry.range = range;
            entry.used = range.memory();
        }
        shared.add(range);
    }

    /**
     * Notes a new image.
     *
     * @param buffer the buffer with its texels, or 0
     */
    public synchronized void createdImage(
            long name, long address, long flags, ImageShape shape, long buffer) {
        @Nullable Entry whole = entries.get(buffer);
        Entry entry = new Entry(whole, whole == null ? address : 0, flags, shape.bytes());
        entry.shape = shape;
        if (whole != null) {
            whole.regions++;
            entry.descriptor = address;
        }
        entries.put(name, entry);
    }

    /**
     * Notes the memory of an object with CL_MEM_USE_HOST_PTR.
     *
     * @param as where the texels of an image lie there; null for a buffer
     */
    synchronized void uses(long name, MemorySegment memory, @Nullable Rect as) {
        @Nullable Entry entry = entries.get(name);
        if (entry != null) {
            entry.used = memory;
            entry.usedAs = as;
        }
    }

    /** Refuses host memory without flags that say what for, and such flags without memory. */
    static void requireGiven(long flags, @Nullable MemorySegment memory) {
        if ((memory != null) != ((flags & GIVEN) != 0)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_HOST_PTR,
                    memory == null
                            ? "the flags ask for host memory, but none was given"
                            : "host memory was given, but the flags do not say what for");
        }
    }

    /** Refuses a size of a buffer that no device address range has. */
    public static void requireSize(long size) {
        if (size <= 0 || size > AddressWindow.BYTES) {
            throw new OpenClException(
                    ClResult.CL_INVALID_BUFFER_SIZE,
                    "a buffer has 1 to "
                            + AddressWindow.BYTES
                            + " bytes, not "
                            + Long.toUnsignedString(size));
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
            if (entry.range != null) {
                entry.range.unmap();
            }
            freed.accept(entry.address);
            return;
        }
        if (entry.descriptor != 0) {
            freed.accept(entry.descriptor);
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
     * Refuses what is not a buffer, and an access of the host that its flags forbid.
     *
     * @param forbids {@link #UNREADABLE} or {@link #UNWRITABLE}
     */
    synchronized void requireAccess(long name, long forbids) {
        requireAccess(buffer(name), forbids);
    }

    /**
     * Refuses a write that goes beyond a buffer. The check comes before the bytes are read from the
     * host's memory, because that memory may end where the buffer does.
     *
     * @param end behind the last byte; negative when it is beyond all memory
     */
    synchronized void requireWritable(long name, long offset, long end) {
        Entry buffer = buffer(name);
        requireAccess(buffer, UNWRITABLE);
        if (offset < 0 || end < offset || end > buffer.size) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "the bytes from "
                            + Long.toUnsignedString(offset)
                            + " to "
                            + Long.toUnsignedString(end)
                            + " are not inside the buffer, which has "
                            + buffer.size);
        }
    }

    /** Refuses what is not a buffer. */
    synchronized void requireBuffer(long name) {
        buffer(name);
    }

    private Entry buffer(long name) {
        Entry entry = entry(name);
        if (entry.shape != null) {
            throw notA("buffer", name);
        }
        return entry;
    }

    /**
     * Returns the shape of an image.
     *
     * @param forbids the flags that must not forbid the use, or 0
     */
    synchronized ImageShape image(long name, long forbids) {
        Entry entry = entry(name);
        requireAccess(entry, forbids);
        return shape(entry, name);
    }

    private static ImageShape shape(Entry entry, long name) {
        @Nullable ImageShape shape = entry.shape;
        if (shape == null) {
            throw notA("image", name);
        }
        return shape;
    }

    private static OpenClException notA(String kind, long name) {
        return new OpenClException(
                ClResult.CL_INVALID_MEM_OBJECT,
                "the memory object 0x" + Long.toHexString(name) + " is no " + kind);
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
        Entry entry = buffer(name);
        requireMapping(entry, flags);
        if (offset < 0 || size <= 0 || offset > entry.size || size > entry.size - offset) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    Long.toUnsignedString(size)
                            + " bytes from "
                            + Long.toUnsignedString(offset)
                            + " on are not inside the buffer, which has "
                            + entry.size);
        }
        @Nullable MemorySegment used = entry.used();
        ClSizes region = new ClSizes(size, 1, 1);
        return mapped(
                entry,
                flags,
                used == null ? allocated(size) : used.asSlice(offset, size),
                Rect.of(new ClSizes(offset, 0, 0), region, 0, 0),
                Rect.of(new ClSizes(0, 0, 0), region, 0, 0));
    }

    /** Maps a region of an image. */
    synchronized Mapping mapImage(long name, long flags, ClSizes origin, ClSizes region) {
        Entry entry = entry(name);
        ImageShape shape = shape(entry, name);
        requireMapping(entry, flags);
        Rect from = shape.place(origin, region);
        @Nullable MemorySegment used = entry.used();
        @Nullable Rect as = entry.usedAs;
        if (used == null) {
            Rect to = shape.onHost(new ClSizes(0, 0, 0), region, 0, 0);
            return mapped(entry, flags, allocated(to.reach()), from, to);
        }
        long rowPitch = as == null ? 0 : as.rowPitch();
        long slicePitch = as == null || shape.slicePitch() == 0 ? 0 : as.slicePitch();
        Rect there =
                shape.isArrayOfRows()
                        ? shape.onHost(origin, region, rowPitch, 0)
                        : shape.onHost(origin, region, rowPitch, slicePitch);
        MemorySegment memory = used.asSlice(there.offset(), there.reach());
        return mapped(entry, flags, memory, from, there.movedBy(-there.offset()));
    }

    private static Mapping mapped(
            Entry entry, long flags, MemorySegment memory, Rect from, Rect to) {
        boolean invalidates = (flags & ClMapFlags.CL_MAP_WRITE_INVALIDATE_REGION.value()) != 0;
        @Nullable ImageShape shape = entry.shape;
        long slicePitch =
                shape == null || !shape.hasSlices()
                        ? 0
                        : shape.isArrayOfRows() ? to.rowPitch() : to.slicePitch();
        Mapping mapping =
                new Mapping(memory, from, to, !invalidates, (flags & WRITES) != 0, slicePitch);
        entry.mappings.add(mapping);
        return mapping;
    }

    private static void requireMapping(Entry entry, long flags) {
        boolean invalidates = (flags & ClMapFlags.CL_MAP_WRITE_INVALIDATE_REGION.value()) != 0;
        if ((flags & ~(READS | WRITES)) != 0 || (invalidates && Long.bitCount(flags) > 1)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_VALUE,
                    "the flags 0x"
                            + Long.toHexString(flags)
                            + " of a map do not exist or contradict each other");
        }
        requireAccess(entry, (flags & READS) != 0 ? UNREADABLE : 0);
        requireAccess(entry, (flags & WRITES) != 0 ? UNWRITABLE : 0);
    }

    private static MemorySegment allocated(long size) {
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

    /** Takes a mapping back whose end has failed. */
    synchronized void keep(long name, Mapping mapping) {
        entry(name).mappings.add(mapping);
    }

    /** Returns the memory of a mapping that starts at an address. */
    synchronized MemorySegment mappedAt(long name, long address) {
        for (Mapping each : entry(name).mappings) {
            if (each.memory().address() == address) {
                return each.memory();
            }
        }
        throw new OpenClException(
                ClResult.CL_INVALID_VALUE,
                "no mapped range starts at 0x" + Long.toHexString(address));
    }

    /** Frees the host memory of all that the program has not released. */
    public synchronized void close() {
        for (Entry each : entries.values()) {
            if (each.range != null) {
                each.range.unmap();
            }
        }
    }

    /** Writes the value of a property that only the host knows, and leaves other values alone. */
    public synchronized void answer(long name, ClMemInfo property, MemorySegment value) {
        @Nullable Entry entry = entries.get(name);
        if (entry == null) {
            return;
        }
        boolean shares = entry.whole != null && entry.whole.range != null;
        switch (property) {
            case CL_MEM_MAP_COUNT ->
                    value.set(ValueLayout.JAVA_INT_UNALIGNED, 0, entry.mappings.size());
            case CL_MEM_HOST_PTR -> {
                @Nullable MemorySegment used = entry.used();
                value.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, used == null ? 0 : used.address());
            }
            case CL_MEM_USES_SVM_POINTER ->
                    value.set(ValueLayout.JAVA_INT_UNALIGNED, 0, shares ? 1 : 0);
            case CL_MEM_ASSOCIATED_MEMOBJECT, CL_MEM_OFFSET -> {
                if (shares) {
                    // The buffer behind shared virtual memory has no name that programs know.
                    value.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, 0L);
                }
            }
            default -> {}
        }
    }
}
