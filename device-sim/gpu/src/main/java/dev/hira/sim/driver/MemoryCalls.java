package dev.hira.sim.driver;

import dev.hira.api.cuda.CuMemGetAddressRangeResult;
import dev.hira.api.cuda.CuMemGetInfoResult;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.MemoryBudget;
import dev.hira.sim.memory.PlacementResult;
import org.jspecify.annotations.Nullable;

/** Allocation of device memory. */
interface MemoryCalls extends DriverCalls {
    @Override
    default CuMemGetInfoResult cuMemGetInfo() {
        MemoryBudget budget = lane().context().device().memory();
        return new CuMemGetInfoResult(budget.capacity() - budget.used(), budget.capacity());
    }

    @Override
    default void cuMemAllocAs(long dptr, long bytesize) {
        place(lane().context(), dptr, bytesize);
    }

    private Allocation<ChannelOperation> place(SimContext context, long address, long bytes) {
        long capacity = context.device().memory().capacity();
        if (bytes != 0 && (address == 0 || Long.compareUnsigned(bytes, capacity) > 0)) {
            throw CudaFailures.outOfMemory(
                    "there is no room for "
                            + Long.toUnsignedString(bytes)
                            + " bytes on a device that has "
                            + capacity);
        }
        return switch (context.process().quota().placeAt(lane(), context, address, bytes)) {
            case PlacementResult.Placed<ChannelOperation>(var allocation) -> {
                context.channels().counters().allocation();
                context.placed(allocation);
                yield allocation;
            }
            case PlacementResult.Refused<ChannelOperation>(var why) ->
                    throw CudaFailures.invalidValue(why);
            case PlacementResult.NoMemory<ChannelOperation>(var why, _) ->
                    throw CudaFailures.outOfMemory(why);
        };
    }

    @Override
    default long cuMemAllocPitchAs(
            long dptr, long WidthInBytes, long Height, int ElementSizeBytes) {
        SimContext context = lane().context();
        if (ElementSizeBytes != 4 && ElementSizeBytes != 8 && ElementSizeBytes != 16) {
            throw CudaFailures.invalidValue(
                    "the element size must be 4, 8 or 16, not " + ElementSizeBytes);
        }
        if (WidthInBytes <= 0 || Height <= 0) {
            throw CudaFailures.invalidValue(
                    "an area of "
                            + Long.toUnsignedString(Height)
                            + " rows of "
                            + Long.toUnsignedString(WidthInBytes)
                            + " bytes is empty or too large");
        }
        long pitch = (WidthInBytes + 511) & -512;
        long bytes = Math.multiplyHigh(pitch, Height) == 0 ? pitch * Height : Long.MAX_VALUE;
        place(context, dptr, bytes);
        return pitch;
    }

    @Override
    default void cuMemFree(long dptr) {
        lane().process().requireOpen();
        if (dptr == 0) {
            return;
        }
        Allocation<ChannelOperation> allocation = startingAt(dptr);
        if (!owner(dptr).free(allocation)) {
            throw noAllocation(dptr);
        }
        names().releaseAddress(dptr);
    }

    private Allocation<ChannelOperation> startingAt(long address) {
        @Nullable Allocation<ChannelOperation> allocation =
                owner(address).memory().startingAt(address);
        if (allocation == null) {
            throw noAllocation(address);
        }
        return allocation;
    }

    private SimContext owner(long address) {
        @Nullable SimContext context = lane().process().ownerOf(address);
        if (context == null) {
            throw noAllocation(address);
        }
        context.requireUsable();
        return context;
    }

    private static RuntimeException noAllocation(long address) {
        return CudaFailures.invalidValue("no allocation starts at " + CudaFailures.hex(address));
    }

    @Override
    default CuMemGetAddressRangeResult cuMemGetAddressRange(long dptr) {
        lane().context();
        @Nullable Allocation<ChannelOperation> allocation = lane().process().find(dptr, 1);
        if (allocation == null) {
            throw CudaFailures.invalidValue(
                    "no allocation contains the address " + CudaFailures.hex(dptr));
        }
        return new CuMemGetAddressRangeResult(allocation.start(), allocation.bytes());
    }

    @Override
    default void cuMemAllocAsyncAs(long dptr, long bytesize, long hStream) {
        Channel channel = lane().channel(hStream);
        SimContext context =
                LaneState.isDefault(hStream) ? lane().context() : lane().stream(hStream).context();
        Allocation<ChannelOperation> allocation = place(context, dptr, bytesize);
        for (ChannelOperation earlier : Submission.before(allocation)) {
            channel.group().submitWait(channel, earlier);
        }
    }

    @Override
    default void cuMemFreeAsync(long dptr, long hStream) {
        Channel channel = lane().channel(hStream);
        Allocation<ChannelOperation> allocation = startingAt(dptr);
        if (!owner(dptr).freeIn(channel, allocation)) {
            throw noAllocation(dptr);
        }
        names().releaseAddress(dptr);
    }

    /** Not supported: simulated devices have no memory that migrates by itself. */
    @Override
    default void cuMemAllocManagedAs(long dptr, long bytesize, int flags) {
        lane().context();
        throw CudaFailures.notSupported(
                "simulated devices have no managed memory; use cuMemAlloc and copies");
    }
}
