package dev.hira.sim.driver.copy;

import java.lang.foreign.MemorySegment;

/** A copy between two pitched areas. */
public final class AreaCopyOperation extends TransferOperation {
    private CopySide from;
    private CopySide to;
    private final Extent extent;

    public AreaCopyOperation(Route route, CopySide from, CopySide to, Extent extent) {
        super(route, extent.bytes());
        this.from = from;
        this.to = to;
        this.extent = extent;
    }

    /** The source, for readers while the operation is not executed. */
    public CopySide from() {
        return from;
    }

    /** The destination, for readers while the operation is not executed. */
    public CopySide to() {
        return to;
    }

    public Extent extent() {
        return extent;
    }

    @Override
    protected void execute() {
        for (long slice = 0; slice < extent.slices(); slice++) {
            for (long row = 0; row < extent.rows(); row++) {
                MemorySegment.copy(
                        from.memory(),
                        from.offset(row, slice),
                        to.memory(),
                        to.offset(row, slice),
                        extent.width());
            }
        }
        to.wrote(extent);
    }

    @Override
    protected void forget() {
        from = CopySide.NONE;
        to = CopySide.NONE;
    }
}
