package dev.hira.sim.driver;

import dev.hira.api.cuda.CUctx_flags;
import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CUsharedconfig;
import dev.hira.api.cuda.CuCtxGetStreamPriorityRangeResult;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.ChannelGroup;
import org.jspecify.annotations.Nullable;

/** Contexts and each thread's stack of contexts. */
interface ContextCalls extends DriverCalls {
    @Override
    default void cuCtxCreateAs(long pctx, int flags, int dev) {
        SimDevice device = lane().process().device(dev);
        requireContextFlags(flags, "cuCtxCreate");
        lane().push(lane().process().createContext(pctx, flags, device));
    }

    /** Refuses unknown flags and more than one way to wait. */
    static void requireContextFlags(int flags, String function) {
        CudaFailures.requireFlags(flags, CUctx_flags.CU_CTX_FLAGS_MASK.value(), function);
        if (Integer.bitCount(flags & CUctx_flags.CU_CTX_SCHED_MASK.value()) > 1) {
            throw CudaFailures.invalidValue(
                    "a context waits in one way, spinning, yielding or blocking, not in several");
        }
    }

    @Override
    default void cuCtxDestroy(long ctx) {
        SimContext context = lane().process().context(ctx);
        if (lane().process().primaries().owns(context)) {
            throw CudaFailures.invalidContext(
                    "the context "
                            + CudaFailures.hex(ctx)
                            + " is a primary one; release it instead of destroying it");
        }
        lane().process().destroyContext(context);
        if (lane().top() == context) {
            lane().pop();
        }
    }

    @Override
    default void cuCtxPushCurrent(long ctx) {
        lane().push(lane().process().context(ctx));
    }

    @Override
    default long cuCtxPopCurrent() {
        lane().process().requireOpen();
        @Nullable SimContext context = lane().pop();
        if (context == null) {
            throw CudaFailures.invalidContext("the thread's stack of contexts is empty");
        }
        return context.name();
    }

    @Override
    default void cuCtxSetCurrent(long ctx) {
        lane().process().requireOpen();
        @Nullable SimContext context = ctx == 0 ? null : lane().process().context(ctx);
        lane().pop();
        if (context != null) {
            lane().push(context);
        }
    }

    @Override
    default long cuCtxGetCurrent() {
        lane().process().requireOpen();
        @Nullable SimContext context = lane().top();
        return context == null ? 0 : context.name();
    }

    @Override
    default int cuCtxGetDevice() {
        return lane().process().ordinal(lane().context().device());
    }

    @Override
    default int cuCtxGetFlags() {
        return lane().context().flags;
    }

    @Override
    default void cuCtxSetFlags(int flags) {
        SimContext context = lane().context();
        requireContextFlags(flags, "cuCtxSetFlags");
        context.flags = flags;
    }

    @Override
    default long cuCtxGetId(long ctx) {
        return lane().contextOr(ctx).id();
    }

    @Override
    default void cuCtxSynchronize() {
        SimContext context = lane().context();
        ChannelGroup group = context.channels();
        group.lastOperations().forEach(last -> lane().await(group, last));
        Submission.requireSound(group);
    }

    @Override
    default void cuCtxSetLimit(CUlimit limit, long value) {
        lane().context().limits().set(limit, value);
    }

    @Override
    default long cuCtxGetLimit(CUlimit limit) {
        return lane().context().limits().get(limit);
    }

    @Override
    default CUfunc_cache cuCtxGetCacheConfig() {
        return lane().context().cache;
    }

    @Override
    default void cuCtxSetCacheConfig(CUfunc_cache config) {
        lane().context().cache = config;
    }

    @Override
    default CUsharedconfig cuCtxGetSharedMemConfig() {
        return lane().context().banks;
    }

    @Override
    default void cuCtxSetSharedMemConfig(CUsharedconfig config) {
        lane().context().banks = config;
    }

    @Override
    default int cuCtxGetApiVersion(long ctx) {
        lane().contextOr(ctx);
        return VERSION;
    }

    @Override
    default CuCtxGetStreamPriorityRangeResult cuCtxGetStreamPriorityRange() {
        lane().context();
        return new CuCtxGetStreamPriorityRangeResult(0, StreamCalls.HIGHEST_PRIORITY);
    }

    /** Does nothing: simulated devices have no persisting cache. */
    @Override
    default void cuCtxResetPersistingL2Cache() {
        lane().context();
    }

    @Override
    default void cuCtxEnablePeerAccess(long peerContext, int Flags) {
        SimContext context = lane().context();
        SimContext peer = lane().process().context(peerContext);
        if (Flags != 0) {
            throw CudaFailures.invalidValue(
                    "the flags of cuCtxEnablePeerAccess must be 0, not " + Flags);
        }
        if (peer.device() == context.device()) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
                    "both contexts are on device " + lane().process().ordinal(peer.device()));
        }
        if (!context.peers().add(peerContext)) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
                    "access to the context "
                            + CudaFailures.hex(peerContext)
                            + " is enabled already");
        }
    }

    @Override
    default void cuCtxDisablePeerAccess(long peerContext) {
        SimContext context = lane().context();
        lane().process().context(peerContext);
        if (!context.peers().remove(peerContext)) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
                    "access to the context " + CudaFailures.hex(peerContext) + " is not enabled");
        }
    }
}
