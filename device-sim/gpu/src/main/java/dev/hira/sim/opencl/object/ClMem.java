package dev.hira.sim.opencl.object;

import org.jspecify.annotations.Nullable;

/** A buffer, or a region of one. */
public final class ClMem extends ClObject {
    private final @Nullable ClMem whole;
    private final long flags;
    private final long address;
    private final long size;
    private final long[] properties;

    private ClMem(
            long name,
            ClContext context,
            @Nullable ClMem whole,
            long flags,
            long address,
            long size,
            long[] properties) {
        super(name, context, whole == null ? context : whole);
        this.whole = whole;
        this.flags = flags;
        this.address = address;
        this.size = size;
        this.properties = properties.clone();
    }

    /** Creates a buffer in memory that was allocated for it. */
    public static ClMem buffer(
            long name, ClContext context, long flags, long address, long size, long[] properties) {
        return new ClMem(name, context, null, flags, address, size, properties);
    }

    /** Creates a region of a buffer. */
    public static ClMem region(long name, ClMem whole, long flags, long origin, long size) {
        return new ClMem(
                name, whole.context(), whole, flags, whole.address + origin, size, new long[0]);
    }

    /** The buffer of which it is a region; null: it is none. */
    public @Nullable ClMem whole() {
        return whole;
    }

    /** The buffer with the memory: this one, or that of which it is a region. */
    public ClMem allocated() {
        return whole == null ? this : whole;
    }

    public long flags() {
        return flags;
    }

    /** Whether it was created with one of these flags. */
    public boolean has(long anyFlag) {
        return (flags & anyFlag) != 0;
    }

    /** The first device address. */
    public long address() {
        return address;
    }

    /** The first byte in the buffer of which it is a region. */
    public long origin() {
        return whole == null ? 0 : address - whole.address;
    }

    public long size() {
        return size;
    }

    public long[] properties() {
        return properties.clone();
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        if (isAwaited()) {
            ends.call(context().device(), this::callBack);
        }
        if (whole == null) {
            ends.memory(context().device(), address);
        }
        ended.run();
    }
}
