package dev.hira.sim.driver.copy;

import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.profile.DeviceProfile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A fill of rows with one element. */
public final class FillOperation extends EngineOperation {
    private static final long BLOCK = 4096;

    private final DeviceProfile profile;
    private final FillValue value;
    private final Extent extent;
    private CopySide area;

    public FillOperation(DeviceProfile profile, FillValue value, CopySide area, Extent extent) {
        this.profile = profile;
        this.value = value;
        this.area = area;
        this.extent = extent;
    }

    public FillValue value() {
        return value;
    }

    /** The area, for readers while the operation is not executed. */
    public CopySide area() {
        return area;
    }

    public Extent extent() {
        return extent;
    }

    @Override
    public String what() {
        return "fill";
    }

    @Override
    public long bytes() {
        return extent.bytes();
    }

    @Override
    protected Role role() {
        return Role.COMPUTE;
    }

    @Override
    protected void execute() {
        for (long row = 0; row < extent.rows(); row++) {
            fill(area.memory().asSlice(area.offset(row, 0), extent.width()));
        }
        area.wrote(extent);
    }

    private void fill(MemorySegment row) {
        if (value.uniform()) {
            row.fill((byte) value.pattern());
            return;
        }
        long first = Math.min(BLOCK, row.byteSize());
        for (long at = 0; at < first; at += value.bytes()) {
            if (value.bytes() == 2) {
                row.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value.pattern());
            } else {
                row.set(ValueLayout.JAVA_INT_UNALIGNED, at, value.pattern());
            }
        }
        for (long at = first; at < row.byteSize(); at += BLOCK) {
            MemorySegment.copy(row, 0, row, at, Math.min(BLOCK, row.byteSize() - at));
        }
    }

    @Override
    protected long realNanos(long took) {
        return Math.max(took, profile.costs().least());
    }

    @Override
    protected Cost cost() {
        return Cost.of(
                profile.costs().fillSetup()
                        + Cost.transferNanos(extent.bytes(), profile.rates().memory()));
    }

    @Override
    protected void count(EngineCounters counters, long nanos) {
        counters.copy(Role.ON_DEVICE, extent.bytes(), nanos);
    }

    @Override
    protected void forget() {
        area = CopySide.NONE;
    }
}
