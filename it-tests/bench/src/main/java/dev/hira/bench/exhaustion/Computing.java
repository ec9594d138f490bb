package dev.hira.bench.exhaustion;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A guest that fills memory, launches a kernel and checks the result, on one thread. */
final class Computing implements AutoCloseable {
    private static final int BYTES = 16 << 10;

    private final CudaDriver cuda;
    private final long context;
    private final long kernel;
    private final long memory;
    private final MemorySegment arguments = MemorySegment.ofArray(new long[1]);
    private final MemorySegment result = MemorySegment.ofArray(new int[BYTES / Integer.BYTES]);
    private int rounds = 1;

    Computing(String uri) {
        cuda = Hira.connect(uri);
        cuda.cuInit(0);
        context = cuda.cuCtxCreate(0, 0);
        byte[] text = (CudaFixture.KERNEL + "\0").getBytes(US_ASCII);
        kernel = cuda.cuModuleGetFunction(cuda.cuModuleLoadData(MemorySegment.ofArray(text)), "k");
        memory = cuda.cuMemAlloc(BYTES);
        arguments.set(ValueLayout.JAVA_LONG, 0, memory);
    }

    /** Computes once. */
    void round() {
        rounds++;
        cuda.cuCtxSetCurrent(context);
        cuda.cuMemsetD32(memory, rounds, BYTES / Integer.BYTES);
        cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, arguments);
        cuda.cuMemcpyDtoH(result, memory, BYTES);
        if (result.get(ValueLayout.JAVA_INT, 0) != 1
                || result.get(ValueLayout.JAVA_INT, BYTES - Integer.BYTES) != rounds) {
            throw new IllegalStateException("a wrong result in round " + rounds);
        }
    }

    @Override
    public void close() {
        cuda.close();
    }
}
