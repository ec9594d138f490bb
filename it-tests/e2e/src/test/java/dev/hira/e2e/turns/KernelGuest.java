package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A guest with kernels that take long and can tell whether all of their blocks have run once. */
public final class KernelGuest implements AutoCloseable {
    /** Blocks that use the whole device. */
    static final int CORES = Runtime.getRuntime().availableProcessors();

    private static final int BLOCKS = 200 * CORES;

    /** Blocks of the launch from which the router learns that the kernel is long. */
    private static final int FEW_BLOCKS = 10 * CORES;

    private static final int NON_BLOCKING = 1;

    /**
     * Each block of slow takes 5 ms, and counts how often it has run. One of gated takes until the
     * gate is open, and is counted behind it. One of timed takes a time.
     */
    private static final String PROGRAM =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry slow(.param .u64 out) {
              .reg .b32 %r<4>; .reg .b64 %d<8>; .reg .pred %p<2>;
              ld.param.u64 %d1, [out];
              mov.u64 %d2, %globaltimer;
            NEXT:
              mov.u64 %d3, %globaltimer;
              sub.u64 %d4, %d3, %d2;
              setp.lt.u64 %p1, %d4, 5000000;
              @%p1 bra NEXT;
              mov.u32 %r1, %ctaid.x;
              mul.wide.u32 %d5, %r1, 4;
              add.s64 %d6, %d1, %d5;
              atom.global.add.u32 %r2, [%d6], 1;
              ret;
            }
            .visible .entry gated(.param .u64 gate) {
              .reg .b32 %r<3>; .reg .b64 %d<2>; .reg .pred %p<2>;
              ld.param.u64 %d1, [gate];
            NEXT:
              ld.volatile.global.u32 %r1, [%d1];
              setp.eq.u32 %p1, %r1, 0;
              @%p1 bra NEXT;
              atom.global.add.u32 %r2, [%d1+4], 1;
              ret;
            }
            .visible .entry timed(.param .u64 nanos) {
              .reg .b64 %d<5>; .reg .pred %p<2>;
              ld.param.u64 %d1, [nanos];
              mov.u64 %d2, %globaltimer;
            NEXT:
              mov.u64 %d3, %globaltimer;
              sub.u64 %d4, %d3, %d2;
              setp.lt.u64 %p1, %d4, %d1;
              @%p1 bra NEXT;
              ret;
            }
            """;

    private final CudaDriver cuda;
    private final long context;
    private final long module;
    private final long out;
    private final long gate;
    private final long stream;
    private final long other;

    /** Opens a session at a router. */
    public KernelGuest(String uri, String vm) {
        cuda = Hira.connect(uri + "?vm=" + vm);
        cuda.cuInit(0);
        context = cuda.cuCtxCreate(0, 0);
        byte[] text = (PROGRAM + "\0").getBytes(StandardCharsets.UTF_8);
        module = cuda.cuModuleLoadData(MemorySegment.ofArray(text));
        stream = cuda.cuStreamCreate(NON_BLOCKING);
        other = cuda.cuStreamCreate(NON_BLOCKING);
        out = cuda.cuMemAlloc(4L * BLOCKS);
        gate = cuda.cuMemAlloc(8);
        launch("slow", FEW_BLOCKS, out);
        cuda.cuStreamSynchronize(stream);
        cuda.cuMemsetD32(out, 0, BLOCKS);
        cuda.cuCtxSynchronize();
    }

    private void launch(String kernel, int blocks, long parameter) {
        byte[] packed =
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(parameter).array();
        cuda.cuLaunchKernel(
                cuda.cuModuleGetFunction(module, kernel),
                blocks,
                1,
                1,
                1,
                1,
                1,
                0,
                stream,
                MemorySegment.ofArray(packed));
    }

    /** Launches a kernel that takes a second of the device. */
    public void launchSlow() {
        launch("slow", BLOCKS, out);
    }

    /** Launches a kernel that ends after {@link #shouldEndGated}. */
    public void launchGated() {
        cuda.cuMemsetD32Async(gate, 0, 2, stream);
        launch("gated", 1, gate);
    }

    /** Launches a kernel whose blocks take a time, whether they are held meanwhile or not. */
    void launchTimed(Duration time) {
        launch("timed", CORES, time.toNanos());
    }

    /** Runs such a kernel to its end, on any thread; returns the time that this takes. */
    Duration runTimed(int blocks, Duration time) {
        cuda.cuCtxSetCurrent(context);
        long begin = System.nanoTime();
        launch("timed", blocks, time.toNanos());
        cuda.cuStreamSynchronize(stream);
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** Whether a launched kernel has not ended. */
    public boolean isBusy() {
        return cuda.cuStreamQuery(stream) == CUresult.CUDA_ERROR_NOT_READY;
    }

    /** Waits until all kernels have ended. */
    void awaitEnd() {
        Turns.await("the kernels end", () -> !isBusy());
        cuda.cuStreamSynchronize(stream);
    }

    /** Waits for the slow kernels; each block must have run once in each. */
    public void shouldHaveRunSlow(int times) {
        awaitEnd();
        MemorySegment counts = read(out, 4 * BLOCKS);
        for (int block = 0; block < BLOCKS; block++) {
            assertThat(counts.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * block))
                    .as("runs of block %s", block)
                    .isEqualTo(times);
        }
    }

    /** Opens the gate and waits for the gated kernel. */
    public void shouldEndGated() {
        assertThat(isBusy()).as("the gated kernel runs until now").isTrue();
        cuda.cuMemsetD32Async(gate, 1, 1, other);
        awaitEnd();
        assertThat(read(gate, 8).get(ValueLayout.JAVA_INT_UNALIGNED, 4)).isEqualTo(1);
    }

    private MemorySegment read(long from, int bytes) {
        MemorySegment to = MemorySegment.ofArray(new byte[bytes]);
        cuda.cuMemcpyDtoH(to, from, bytes);
        return to;
    }

    @Override
    public void close() {
        cuda.close();
    }
}
