package dev.hira.sim.opencl.object;

import dev.hira.api.opencl.host.ImageShape;
import org.jspecify.annotations.Nullable;

/** A buffer, a region of one, or an image. */
public final class ClMem extends ClObject {
    private final @Nullable ClMem whole;
    private final long flags;
    private final long address;
    private final long size;
    private final long[] properties;

    /** The start of the memory that was allocated for it; 0: none was. */
    private final long allocation;

    private final @Nullable ImageShape shape;

    private ClMem(
            long name,
            ClContext context,
            @Nullable ClMem whole,
            long flags,
            long address,
            long size,
            long[] properties,
            long allocation,
            @Nullable ImageShape shape) {
        super(name, context, whole == null ? context : whole);
        this.whole = whole;
        this.flags = flags;
        this.address = address;
        this.size = size;
        this.properties = properties.clone();
        this.allocation = allocation;
        this.shape = shape;
    }

    /** Creates a buffer in memory that was allocated for it. */
    public static ClMem buffer(
            long name, ClContext context, long flags, long address, long size, long[] properties) {
        return new ClMem(name, context, null, flags, address, size, properties, address, null);
    }

    /**
     * Creates an image.
     *
     * @param descriptor its address in memory that was allocated; the texels follow
     * @param buffer has the texels instead; or null
     */
    public static ClMem image(
            long name,
            ClContext context,
            @Nullable ClMem buffer,
            long flags,
            long descriptor,
            ImageShape shape,
            long[] properties) {
        long texels = buffer == null ? descriptor + ImageShape.DESCRIPTOR_BYTES : buffer.address;
        return new ClMem(
                name, context, buffer, flags, texels, shape.bytes(), properties, descriptor, shape);
    }

    /** Creates a region of a buffer. */
    public static ClMem region(long name, ClMem whole, long flags, long origin, long size) {
        return new ClMem(
                name,
                whole.context(),
                whole,
                flags,
                whole.address + origin,
                size,
                new long[0],
                0,
                null);
    }

    /** The shape of an image; null: it is none. */
    public @Nullable ImageShape shape() {
        return shape;
    }

    /** What kernels get as their argument: the first device address, or that of a descriptor. */
    public long argument() {
        return shape == null ? address : allocation;
    }

    /** The buffer of which it is a region or that has the texels of an image; null: none. */
    public @Nullable ClMem whole() {
        return whole;
    }

    /** The buffer with the memory: this one, or that of which it is a region. */
    public ClMem allocated() {
        return whole == null ? this : whole.allocated();
    }

    public long flags() {
        return flags;
    }

    /** Whether it was created with one of these flags. */
    public boolean has(long anyFlag) {
        return (flags & anyFlag) != 0;
    }

    /** The first device address; of an image, that of the first texel. */
    public long address() {
        return address;
    }

    /** The first byte in the buffer of which it is a region. */
    public long origin() {
        return whole == null ? 0 : address - whole.address;
    }

    /** The bytes; of an image, those of its texels. */
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
        if (allocation != 0) {
            ends.memory(context().device(), allocation);
        }
        ended.run();
    }
}
