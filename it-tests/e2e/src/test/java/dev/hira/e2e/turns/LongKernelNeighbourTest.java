package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A VM that launches now and then beside a VM whose kernels run for seconds. */
@Timeout(180)
final class LongKernelNeighbourTest {
    private static final long KERNEL_NANOS = 5_000_000_000L;

    /** Two slices, messages, and what a busy host adds; a round behind the kernel takes seconds. */
    private static final Duration MOST = Duration.ofMillis(250);

    private static final int BLOCKS = Runtime.getRuntime().availableProcessors();

    /** Each block runs for a time. */
    private static final String PROGRAM =
            """
            .version 8.0
            .target sm_70
            .address_size 64
            .visible .entry run(.param .u64 nanos) {
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

    /** A guest with the kernel loaded. */
    private static final class Guest implements AutoCloseable {
        private final CudaDriver cuda;
        private final long context;
        private final long kernel;

        Guest(LocalStack stack, String vm) {
            cuda = Hira.connect(stack.uri() + "?vm=" + vm);
            cuda.cuInit(0);
            context = cuda.cuCtxCreate(0, 0);
            byte[] text = (PROGRAM + "\0").getBytes(StandardCharsets.UTF_8);
            kernel =
                    cuda.cuModuleGetFunction(
                            cuda.cuModuleLoadData(MemorySegment.ofArray(text)), "run");
        }

        void launch(int blocks, long nanos) {
            byte[] packed =
                    ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(nanos).array();
            cuda.cuLaunchKernel(kernel, blocks, 1, 1, 1, 1, 1, 0, 0, MemorySegment.ofArray(packed));
        }

        /** Runs the kernel to its end and returns the time that this takes. */
        Duration run(int blocks, long nanos) {
            cuda.cuCtxSetCurrent(context);
            long begin = System.nanoTime();
            launch(blocks, nanos);
            cuda.cuCtxSynchronize();
            return Duration.ofNanos(System.nanoTime() - begin);
        }

        @Override
        public void close() {
            cuda.close();
        }
    }

    @Test
    void shouldNotWaitForTheEndOfAKernelOfAnotherVm() throws Exception {
        try (LocalStack stack =
                        LocalStack.start(
                                1, List.of("--devices", "1", "--profile", "small"), List.of());
                Guest heavy = new Guest(stack, "heavy");
                Guest light = new Guest(stack, "light");
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            light.run(1, 1_000);
            heavy.run(BLOCKS, KERNEL_NANOS); // the router learns how long it takes
            Future<Duration> again = threads.submit(() -> heavy.run(BLOCKS, KERNEL_NANOS));
            List<Duration> rounds = new ArrayList<>();
            while (!again.isDone()) {
                rounds.add(light.run(1, 1_000));
            }
            assertThat(again.get()).isGreaterThanOrEqualTo(Duration.ofNanos(KERNEL_NANOS));
            assertThat(rounds).hasSizeGreaterThan(10);
            rounds.sort(null);
            assertThat(rounds.get(rounds.size() / 2)).isLessThan(MOST);
        }
    }
}
