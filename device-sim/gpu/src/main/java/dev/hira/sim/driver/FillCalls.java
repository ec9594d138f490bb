package dev.hira.sim.driver;

import dev.hira.sim.driver.copy.AreaCopy;
import dev.hira.sim.driver.copy.CopyEndpoints;
import dev.hira.sim.driver.copy.CopySide;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.driver.copy.FillOperation;
import dev.hira.sim.driver.copy.FillValue;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;

/** Fills of device memory. */
interface FillCalls extends DriverCalls {
    private void fill(long address, FillValue value, long count, long stream) {
        fill(address, 0, value, count, 1, stream);
    }

    private void fill(
            long address, long pitch, FillValue value, long width, long rows, long stream) {
        Channel channel = lane().channel(stream);
        if (width == 0 || rows == 0) {
            return;
        }
        if (address % value.bytes() != 0 || (rows > 1 && pitch % value.bytes() != 0)) {
            throw CudaFailures.invalidValue(
                    "the address "
                            + CudaFailures.hex(address)
                            + " or the pitch is not a multiple of "
                            + value.bytes());
        }
        if (width < 0 || width > Long.MAX_VALUE / 4) {
            throw CudaFailures.invalidValue(
                    Long.toUnsignedString(width) + " elements are more than any device has");
        }
        Extent extent = new Extent(width * value.bytes(), rows, 1);
        AreaCopy.Side side =
                new AreaCopy.Side(
                        dev.hira.api.cuda.CUmemorytype.CU_MEMORYTYPE_DEVICE,
                        null,
                        address,
                        0,
                        0,
                        0,
                        rows == 1 ? 0 : pitch,
                        0);
        Allocation<ChannelOperation> target =
                CopyEndpoints.device(lane(), address, side.reach(extent));
        CopySide area =
                new CopySide(
                        target.segment(), target.offset(address), side.rowPitch(extent), 0, target);
        Submission.start(
                lane(),
                channel,
                new FillOperation(channel.group().engines().profile(), value, area, extent),
                extent.bytes(),
                Submission.before(target));
    }

    @Override
    default void cuMemsetD8(long dstDevice, int uc, long N) {
        fill(dstDevice, new FillValue(uc, 1), N, 0);
    }

    @Override
    default void cuMemsetD16(long dstDevice, int us, long N) {
        fill(dstDevice, new FillValue(us, 2), N, 0);
    }

    @Override
    default void cuMemsetD32(long dstDevice, int ui, long N) {
        fill(dstDevice, new FillValue(ui, 4), N, 0);
    }

    @Override
    default void cuMemsetD2D8(long dstDevice, long dstPitch, int uc, long Width, long Height) {
        fill(dstDevice, dstPitch, new FillValue(uc, 1), Width, Height, 0);
    }

    @Override
    default void cuMemsetD2D16(long dstDevice, long dstPitch, int us, long Width, long Height) {
        fill(dstDevice, dstPitch, new FillValue(us, 2), Width, Height, 0);
    }

    @Override
    default void cuMemsetD2D32(long dstDevice, long dstPitch, int ui, long Width, long Height) {
        fill(dstDevice, dstPitch, new FillValue(ui, 4), Width, Height, 0);
    }

    @Override
    default void cuMemsetD8Async(long dstDevice, int uc, long N, long hStream) {
        fill(dstDevice, new FillValue(uc, 1), N, hStream);
    }

    @Override
    default void cuMemsetD16Async(long dstDevice, int us, long N, long hStream) {
        fill(dstDevice, new FillValue(us, 2), N, hStream);
    }

    @Override
    default void cuMemsetD32Async(long dstDevice, int ui, long N, long hStream) {
        fill(dstDevice, new FillValue(ui, 4), N, hStream);
    }

    @Override
    default void cuMemsetD2D8Async(
            long dstDevice, long dstPitch, int uc, long Width, long Height, long hStream) {
        fill(dstDevice, dstPitch, new FillValue(uc, 1), Width, Height, hStream);
    }

    @Override
    default void cuMemsetD2D16Async(
            long dstDevice, long dstPitch, int us, long Width, long Height, long hStream) {
        fill(dstDevice, dstPitch, new FillValue(us, 2), Width, Height, hStream);
    }

    @Override
    default void cuMemsetD2D32Async(
            long dstDevice, long dstPitch, int ui, long Width, long Height, long hStream) {
        fill(dstDevice, dstPitch, new FillValue(ui, 4), Width, Height, hStream);
    }
}
