package dev.hira.sim.driver;

import dev.hira.api.cuda.CUDA_MEMCPY2D;
import dev.hira.api.cuda.CUDA_MEMCPY3D;
import dev.hira.api.cuda.CUDA_MEMCPY3D_PEER;
import dev.hira.api.cuda.CUmemorytype;
import dev.hira.sim.driver.copy.AreaCopy;
import dev.hira.sim.driver.copy.CopyEndpoints;
import dev.hira.sim.driver.copy.Extent;
import dev.hira.sim.engine.Channel;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Copies between pitched areas. Memory of type ARRAY is not supported; UNIFIED means device memory,
 * because host memory has no address here.
 */
interface AreaCopyCalls extends DriverCalls {
    @Override
    default void cuMemcpy2D(
            CUDA_MEMCPY2D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        copy(lane().channel(0), sides(pCopy, srcHost, dstHost), false);
    }

    @Override
    default void cuMemcpy2DUnaligned(
            CUDA_MEMCPY2D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        cuMemcpy2D(pCopy, srcHost, dstHost);
    }

    @Override
    default void cuMemcpy3D(
            CUDA_MEMCPY3D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        copy(lane().channel(0), sides(pCopy, srcHost, dstHost), false);
    }

    @Override
    default void cuMemcpy3DPeer(
            CUDA_MEMCPY3D_PEER pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost) {
        copy(lane().channel(0), sides(checked(pCopy), srcHost, dstHost), false);
    }

    @Override
    default void cuMemcpy2DAsync(
            CUDA_MEMCPY2D pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long hStream) {
        copy(lane().channel(hStream), sides(pCopy, srcHost, dstHost), true);
    }

    @Override
    default void cuMemcpy3DAsync(
            CUDA_MEMCPY3D pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long hStream) {
        copy(lane().channel(hStream), sides(pCopy, srcHost, dstHost), true);
    }

    @Override
    default void cuMemcpy3DPeerAsync(
            CUDA_MEMCPY3D_PEER pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long hStream) {
        copy(lane().channel(hStream), sides(checked(pCopy), srcHost, dstHost), true);
    }

    private void copy(Channel channel, AreaCopy copy, boolean async) {
        copy.start(lane(), channel, async);
    }

    private static AreaCopy sides(
            CUDA_MEMCPY2D c, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        return new AreaCopy(
                new AreaCopy.Side(
                        c.srcMemoryType(),
                        srcHost,
                        c.srcDevice(),
                        c.srcXInBytes(),
                        c.srcY(),
                        0,
                        c.srcPitch(),
                        0),
                new AreaCopy.Side(
                        c.dstMemoryType(),
                        dstHost,
                        c.dstDevice(),
                        c.dstXInBytes(),
                        c.dstY(),
                        0,
                        c.dstPitch(),
                        0),
                new Extent(c.WidthInBytes(), c.Height(), 1));
    }

    private static AreaCopy sides(
            CUDA_MEMCPY3D c, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        return new AreaCopy(
                new AreaCopy.Side(
                        c.srcMemoryType(),
                        srcHost,
                        c.srcDevice(),
                        c.srcXInBytes(),
                        c.srcY(),
                        c.srcZ(),
                        c.srcPitch(),
                        c.srcHeight()),
                new AreaCopy.Side(
                        c.dstMemoryType(),
                        dstHost,
                        c.dstDevice(),
                        c.dstXInBytes(),
                        c.dstY(),
                        c.dstZ(),
                        c.dstPitch(),
                        c.dstHeight()),
                new Extent(c.WidthInBytes(), c.Height(), c.Depth()));
    }

    private CUDA_MEMCPY3D checked(CUDA_MEMCPY3D_PEER c) {
        if (c.srcMemoryType() != CUmemorytype.CU_MEMORYTYPE_HOST) {
            CopyEndpoints.requireIn(lane(), c.srcContext(), c.srcDevice());
        }
        if (c.dstMemoryType() != CUmemorytype.CU_MEMORYTYPE_HOST) {
            CopyEndpoints.requireIn(lane(), c.dstContext(), c.dstDevice());
        }
        return new CUDA_MEMCPY3D(
                c.srcXInBytes(),
                c.srcY(),
                c.srcZ(),
                c.srcMemoryType(),
                c.srcDevice(),
                c.srcPitch(),
                c.srcHeight(),
                c.dstXInBytes(),
                c.dstY(),
                c.dstZ(),
                c.dstMemoryType(),
                c.dstDevice(),
                c.dstPitch(),
                c.dstHeight(),
                c.WidthInBytes(),
                c.Height(),
                c.Depth());
    }
}
