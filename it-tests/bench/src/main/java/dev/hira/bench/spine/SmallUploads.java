package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;

/** A guest that uploads the same 64 bytes repeatedly. */
final class SmallUploads {
    private final CudaDriver cuda;
    private final long stream;
    private final long memory;
    private final MemorySegment data = MemorySegment.ofArray(new byte[64]);

    SmallUploads(CudaDriver cuda) {
        this.cuda = cuda;
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        stream = cuda.cuStreamCreate(1);
        memory = cuda.cuMemAlloc(4096);
    }

    /** Returns the nanoseconds until all uploads were executed. */
    long send(int commands) {
        long start = System.nanoTime();
        for (int i = 0; i < commands; i++) {
            cuda.cuMemcpyHtoDAsync(memory, data, 64, stream);
        }
        cuda.cuStreamSynchronize(stream);
        return System.nanoTime() - start;
    }
}
