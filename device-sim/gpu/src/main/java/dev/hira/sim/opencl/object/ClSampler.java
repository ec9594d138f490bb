package dev.hira.sim.opencl.object;

import dev.hira.api.opencl.OpenClConstants;

/** How kernels read images. It has nothing on its device: kernels get its bits as a value. */
public final class ClSampler extends ClObject {
    private static final int FIRST_ADDRESSING = OpenClConstants.CL_ADDRESS_NONE;
    private static final int FIRST_FILTER = OpenClConstants.CL_FILTER_NEAREST;

    private final boolean normalized;
    private final int addressing;
    private final int filter;
    private final long[] properties;

    /**
     * @param addressing as {@code cl_addressing_mode}
     * @param filter as {@code cl_filter_mode}
     * @param properties as the program gave them, if in a list
     */
    public ClSampler(
            long name,
            ClContext context,
            boolean normalized,
            int addressing,
            int filter,
            long[] properties) {
        super(name, context, context);
        this.normalized = normalized;
        this.addressing = addressing;
        this.filter = filter;
        this.properties = properties.clone();
    }

    /** Whether coordinates are between 0 and 1. */
    public boolean normalized() {
        return normalized;
    }

    public int addressing() {
        return addressing;
    }

    public int filter() {
        return filter;
    }

    public long[] properties() {
        return properties.clone();
    }

    /** The value as OpenCL C has it. */
    public long bits() {
        long address = 2L * (addressing - FIRST_ADDRESSING);
        return (normalized ? 1 : 0) | address | (filter - FIRST_FILTER + 1L) << 4;
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        ended.run();
    }
}
