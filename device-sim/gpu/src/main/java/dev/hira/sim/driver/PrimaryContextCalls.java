package dev.hira.sim.driver;

import dev.hira.api.cuda.CuDevicePrimaryCtxGetStateResult;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.DevicePrimaryContexts;

/** Primary contexts. */
interface PrimaryContextCalls extends DriverCalls {
    @Override
    default void cuDevicePrimaryCtxRetainAs(long pctx, int dev) {
        SimDevice device = lane().process().device(dev);
        lane().process().primaries().retain(pctx, device);
    }

    @Override
    default void cuDevicePrimaryCtxRelease(int dev) {
        lane().process().primaries().release(lane().process().device(dev));
    }

    @Override
    default void cuDevicePrimaryCtxSetFlags(int dev, int flags) {
        SimDevice device = lane().process().device(dev);
        ContextCalls.requireContextFlags(flags, "cuDevicePrimaryCtxSetFlags");
        lane().process().primaries().setFlags(device, flags);
    }

    @Override
    default CuDevicePrimaryCtxGetStateResult cuDevicePrimaryCtxGetState(int dev) {
        SimDevice device = lane().process().device(dev);
        DevicePrimaryContexts primaries = lane().process().primaries();
        return new CuDevicePrimaryCtxGetStateResult(
                primaries.flags(device), primaries.active(device));
    }

    @Override
    default void cuDevicePrimaryCtxReset(int dev) {
        lane().process().primaries().reset(lane().process().device(dev));
    }
}
