package dev.hira.sim.driver;

import dev.hira.sim.driver.copy.CopyEndpoints;
import dev.hira.sim.driver.copy.CopyOperation;
import dev.hira.sim.driver.copy.Route;
import dev.hira.sim.driver.object.StagingBudget;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Copies of contiguous bytes. */
interface CopyCalls extends DriverCalls {
    /** The channel of functions that take no stream. */
    private Channel defaultChannel() {
        return lane().channel(0);
    }

    @Override
    default void cuMemcpyHtoD(long dstDevice, MemorySegment srcHost, long ByteCount) {
        Channel channel = defaultChannel();
        if (ByteCount == 0) {
            return;
        }
        Allocation<ChannelOperation> to = CopyEndpoints.device(lane(), dstDevice, ByteCount);
        MemorySegment from =
                CopyEndpoints.openedToAllThreads(CopyEndpoints.source(srcHost, ByteCount));
        Route route = toDevice(to, srcHost, ByteCount);
        Submission.finish(
                lane(),
                channel,
                new CopyOperation(route, from, 0, to, dstDevice, ByteCount),
                ByteCount,
                Submission.before(to));
    }

    private Route toDevice(Allocation<ChannelOperation> to, MemorySegment from, long bytes) {
        return Route.toDevice(
                CopyEndpoints.owner(lane(), to).device().profile(),
                lane().process().hostMemory().pinned(from, bytes));
    }

    private Route toHost(Allocation<ChannelOperation> from, MemorySegment to, long bytes) {
        return Route.toHost(
                CopyEndpoints.owner(lane(), from).device().profile(),
                lane().process().hostMemory().pinned(to, bytes));
    }

    @Override
    default void cuMemcpyDtoH(MemorySegment dstHost, long srcDevice, long ByteCount) {
        Channel channel = defaultChannel();
        if (ByteCount == 0) {
            return;
        }
        finishToHost(channel, dstHost, srcDevice, ByteCount);
    }

    private void finishToHost(Channel channel, MemorySegment host, long device, long bytes) {
        Allocation<ChannelOperation> from = CopyEndpoints.device(lane(), device, bytes);
        MemorySegment to = CopyEndpoints.openedToAllThreads(CopyEndpoints.destination(host, bytes));
        Route route = toHost(from, host, bytes);
        Submission.finish(
                lane(),
                channel,
                copyOut(route, from, device, to, bytes),
                bytes,
                Submission.before(from));
    }

    private CopyOperation copyOut(
            Route route,
            Allocation<ChannelOperation> from,
            long address,
            MemorySegment to,
            long bytes) {
        return new CopyOperation(route, from.segment(), from.offset(address), to, 0, bytes)
                .checkedBy(CopyEndpoints.owner(lane(), from).ledger(), address);
    }

    @Override
    default void cuMemcpyDtoD(long dstDevice, long srcDevice, long ByteCount) {
        startOnDevice(defaultChannel(), dstDevice, srcDevice, ByteCount);
    }

    private void startOnDevice(Channel channel, long to, long from, long bytes) {
        if (bytes == 0) {
            return;
        }
        Allocation<ChannelOperation> target = CopyEndpoints.device(lane(), to, bytes);
        Allocation<ChannelOperation> source = CopyEndpoints.device(lane(), from, bytes);
        Route route =
                Route.between(
                        CopyEndpoints.owner(lane(), source).device(),
                        CopyEndpoints.owner(lane(), target).device());
        Submission.start(
                lane(),
                channel,
                new CopyOperation(route, source.segment(), source.offset(from), target, to, bytes)
                        .checkedBy(CopyEndpoints.owner(lane(), source).ledger(), from),
                bytes,
                Submission.before(source, target));
    }

    @Override
    default void cuMemcpyHtoDAsync(
            long dstDevice, MemorySegment srcHost, long ByteCount, long hStream) {
        Channel channel = lane().channel(hStream);
        if (ByteCount == 0) {
            return;
        }
        Allocation<ChannelOperation> to = CopyEndpoints.device(lane(), dstDevice, ByteCount);
        MemorySegment from = CopyEndpoints.source(srcHost, ByteCount);
        Route route = toDevice(to, srcHost, ByteCount);
        List<ChannelOperation> after = Submission.before(to);
        boolean pinned = lane().process().hostMemory().pinned(srcHost, ByteCount);
        if (pinned && CopyEndpoints.isOpenToAllThreads(from)) {
            Submission.start(
                    lane(),
                    channel,
                    copyIn(route, from, to, dstDevice, ByteCount),
                    ByteCount,
                    after);
        } else {
            startPageable(channel, route, from, to, dstDevice, ByteCount, after);
        }
    }

    private static CopyOperation copyIn(
            Route route,
            MemorySegment from,
            Allocation<ChannelOperation> to,
            long address,
            long bytes) {
        return new CopyOperation(route, from, 0, to, address, bytes);
    }

    /**
     * Copies from memory that may change after the call has returned: at once, or from a staged
     * copy.
     */
    private void startPageable(
            Channel channel,
            Route route,
            MemorySegment from,
            Allocation<ChannelOperation> to,
            long address,
            long bytes,
            List<ChannelOperation> after) {
        Submission.requireShort(bytes);
        CopyOperation direct = copyIn(route, from, to, address, bytes);
        if (Submission.tryHere(lane(), channel, direct, after)) {
            return;
        }
        Submission.requireRoom(channel);
        StagingBudget staging = lane().process().staging();
        boolean stageable = bytes <= Integer.MAX_VALUE - 16;
        if (!stageable || !staging.take(bytes)) {
            Submission.finish(
                    lane(),
                    channel,
                    copyIn(route, CopyEndpoints.openedToAllThreads(from), to, address, bytes),
                    bytes,
                    after);
            return;
        }
        byte[] copy = new byte[(int) bytes];
        MemorySegment staged = MemorySegment.ofArray(copy);
        staged.copyFrom(from.asSlice(0, bytes));
        CopyOperation copyStaged = copyIn(route, staged, to, address, bytes).returning(staging);
        Submission.queueWork(lane(), channel, copyStaged, after);
    }

    @Override
    default void cuMemcpyDtoHAsync(
            MemorySegment dstHost, long srcDevice, long ByteCount, long hStream) {
        Channel channel = lane().channel(hStream);
        if (ByteCount == 0) {
            return;
        }
        if (!CopyEndpoints.isOpenToAllThreads(dstHost)) {
            finishToHost(channel, dstHost, srcDevice, ByteCount);
            return;
        }
        Allocation<ChannelOperation> from = CopyEndpoints.device(lane(), srcDevice, ByteCount);
        MemorySegment to = CopyEndpoints.destination(dstHost, ByteCount);
        Route route = toHost(from, dstHost, ByteCount);
        Submission.start(
                lane(),
                channel,
                copyOut(route, from, srcDevice, to, ByteCount),
                ByteCount,
                Submission.before(from));
    }

    @Override
    default void cuMemcpyDtoDAsync(long dstDevice, long srcDevice, long ByteCount, long hStream) {
        startOnDevice(lane().channel(hStream), dstDevice, srcDevice, ByteCount);
    }

    @Override
    default void cuMemcpy(long dst, long src, long ByteCount) {
        cuMemcpyDtoD(dst, src, ByteCount);
    }

    @Override
    default void cuMemcpyAsync(long dst, long src, long ByteCount, long hStream) {
        cuMemcpyDtoDAsync(dst, src, ByteCount, hStream);
    }

    @Override
    default void cuMemcpyPeer(
            long dstDevice, long dstContext, long srcDevice, long srcContext, long ByteCount) {
        cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, 0);
    }

    @Override
    default void cuMemcpyPeerAsync(
            long dstDevice,
            long dstContext,
            long srcDevice,
            long srcContext,
            long ByteCount,
            long hStream) {
        Channel channel = lane().channel(hStream);
        CopyEndpoints.requireIn(lane(), dstContext, dstDevice);
        CopyEndpoints.requireIn(lane(), srcContext, srcDevice);
        startOnDevice(channel, dstDevice, srcDevice, ByteCount);
    }
}
