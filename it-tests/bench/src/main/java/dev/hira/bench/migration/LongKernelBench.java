package dev.hira.bench.migration;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The time for which a program waits when its VM moves while a kernel of many blocks runs, beside
 * the time of one block. The program makes synchronous calls that do not wait for the kernel.
 */
final class LongKernelBench implements BenchPart {
    private static final String VM = "computing";
    private static final int BLOCKS = 1000;

    /** The time of the whole grid. */
    private static final long GRID_NANOS = 10_000_000_000L;

    private static final int PAUSE_MILLIS = 300;

    /** Samples of R, a few hundred calls each. */
    private static final int SAMPLES = 100;

    /** Each block takes a time, then counts itself. */
    private static final String PROGRAM =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry slow(.param .u64 out, .param .u64 nanos) {
              .reg .b32 %r<4>; .reg .b64 %d<8>; .reg .pred %p<2>;
              ld.param.u64 %d1, [out];
              ld.param.u64 %d2, [nanos];
              mov.u64 %d3, %globaltimer;
            NEXT:
              mov.u64 %d4, %globaltimer;
              sub.u64 %d5, %d4, %d3;
              setp.lt.u64 %p1, %d5, %d2;
              @%p1 bra NEXT;
              atom.global.add.u32 %r1, [%d1], 1;
              ret;
            }
            """;

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        report.section("Moves of a VM while a kernel of 1,000 blocks runs");
        try (LocalStack stack = MovingVm.stack();
                RoundTrips trips = new RoundTrips(stack)) {
            for (int i = 0; i < settings.times(SAMPLES); i++) {
                trips.sample();
            }
            measure(stack, trips.takeMedian(), settings, report);
        }
    }

    private static void measure(
            LocalStack stack, double roundTrip, BenchSettings settings, BenchReport report)
            throws IOException {
        try (CudaDriver cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
                CallTimes calls = new CallTimes(cuda);
                MovingVm vm = new MovingVm(stack, VM)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            measure(cuda, calls, vm, roundTrip, settings, report);
        } catch (Exception e) {
            throw new IOException("the moves could not be measured", e);
        }
    }

    private static void measure(
            CudaDriver cuda,
            CallTimes calls,
            MovingVm vm,
            double roundTrip,
            BenchSettings settings,
            BenchReport report)
            throws Exception {
        int blocks = settings.times(BLOCKS);
        long block = GRID_NANOS / BLOCKS * Runtime.getRuntime().availableProcessors();
        double usual = calls.usual(settings.times(20_000));
        byte[] text = (PROGRAM + "\0").getBytes(StandardCharsets.UTF_8);
        long module = cuda.cuModuleLoadData(MemorySegment.ofArray(text));
        long kernel = cuda.cuModuleGetFunction(module, "slow");
        long stream = cuda.cuStreamCreate(1);
        long counter = cuda.cuMemAlloc(4);
        cuda.cuMemsetD32(counter, 0, 1);
        vm.begin();
        launch(cuda, kernel, blocks, stream, counter, block);
        List<Long> longest = new ArrayList<>();
        List<Long> rests = new ArrayList<>();
        while (cuda.cuStreamQuery(stream) == CUresult.CUDA_ERROR_NOT_READY) {
            CallTimes.During<Move> sample =
                    calls.during(() -> {
                        BenchStack.await(PAUSE_MILLIS);
                        return vm.move();
                    });
            longest.add(sample.longest() - (long) usual);
            rests.add(sample.result().rest());
        }
        requireAllBlocks(cuda, counter, blocks);
        Stats downtime = Stats.of(longest);
        report.note("moves while the kernel ran", longest.size(), "");
        report.note("time of a block", block / 1e6, "ms");
        report.note("  longest call less R, p50", downtime.median() / 1e6, "ms");
        report.note("  the same, p99", downtime.percentile(99) / 1e6, "ms");
        report.note("  to rest, p50", Stats.of(rests).median() / 1e6, "ms");
        double goal = 3.0 * block + 100 * roundTrip;
        report.note("  R", roundTrip / 1e3, "µs");
        report.atMost("  p50 of 3 blocks + 100 R", downtime.median() / goal, "×", 1);
    }

    private static void launch(
            CudaDriver cuda, long kernel, int blocks, long stream, long counter, long nanos) {
        byte[] packed =
                ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(counter)
                        .putLong(nanos)
                        .array();
        cuda.cuLaunchKernel(
                kernel, blocks, 1, 1, 1, 1, 1, 0, stream, MemorySegment.ofArray(packed));
    }

    private static void requireAllBlocks(CudaDriver cuda, long counter, int blocks) {
        byte[] counted = new byte[4];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(counted), counter, 4);
        int ran = ByteBuffer.wrap(counted).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (ran != blocks) {
            throw new IllegalStateException(ran + " of " + blocks + " blocks have run");
        }
    }
}
