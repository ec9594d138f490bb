package dev.hira.lab.calls;

import dev.hira.api.cuda.CudaFunctions;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;

/** Builds frames of the CUDA calls that guests of the laboratory make, as the stub encodes them. */
public final class CudaCalls {
    /** The first stream that a guest creates. */
    private static final long FIRST_STREAM = 0x1000;

    private static final long ADDRESS = 0x7000_0000L;

    private final FrameWriter writer = new FrameWriter();
    private final ArgsWriter args = new ArgsWriter();
    private long nextCall = 1;

    /** Returns the stream of a lane. */
    public static long stream(int lane) {
        return FIRST_STREAM + lane;
    }

    /** Creates a context, which becomes the current one; synchronous. */
    public long context(int lane, long name) {
        args.reset().uint64(1, name);
        return call(CudaFunctions.CU_CTX_CREATE, lane, true);
    }

    /** Creates an event; synchronous here. */
    public long event(int lane, long name) {
        args.reset().uint64(1, name);
        return call(CudaFunctions.CU_EVENT_CREATE, lane, true);
    }

    /** Allocates device memory; synchronous. */
    public long alloc(int lane, long address, long bytes) {
        args.reset().uint64(1, address).uint64(2, bytes);
        return call(CudaFunctions.CU_MEM_ALLOC, lane, true);
    }

    /** Frees device memory. */
    public void free(int lane, long address) {
        args.reset().uint64(1, address);
        call(CudaFunctions.CU_MEM_FREE, lane, false);
    }

    /** Launches a kernel that runs for this many nanoseconds, which its grid encodes. */
    public void launch(int lane, long function, long nanos) {
        args.reset()
                .uint64(1, function)
                .uint64(2, nanos)
                .uint64(3, 1)
                .uint64(4, 1)
                .uint64(5, 1)
                .uint64(6, 1)
                .uint64(7, 1)
                .uint64(9, stream(lane));
        call(CudaFunctions.CU_LAUNCH_KERNEL, lane, false);
    }

    /** Copies to the device. In the laboratory the bytes themselves do not travel. */
    public void copyIn(int lane, long bytes) {
        args.reset().uint64(1, ADDRESS).uint64(3, bytes).uint64(4, stream(lane));
        call(CudaFunctions.CU_MEMCPY_HTO_D_ASYNC, lane, false);
    }

    /** Copies from the device. */
    public void copyOut(int lane, long bytes) {
        args.reset().uint64(2, ADDRESS).uint64(3, bytes).uint64(4, stream(lane));
        call(CudaFunctions.CU_MEMCPY_DTO_H_ASYNC, lane, false);
    }

    /** Waits for all work of the lane's stream; synchronous. */
    public long synchronize(int lane) {
        args.reset().uint64(1, stream(lane));
        return call(CudaFunctions.CU_STREAM_SYNCHRONIZE, lane, true);
    }

    /** Returns a frame of the calls since the last frame. */
    public Frame frame() {
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    private long call(int function, int lane, boolean sync) {
        long call = nextCall++;
        writer.begin(RecordKinds.CALL, sync ? RecordFlags.SYNC : 0, function, call, lane);
        writer.args(args.array(), args.length());
        writer.end();
        return call;
    }
}
