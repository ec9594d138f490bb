package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Two programs allocate most of a device's memory and free it, one after the other. Another server
 * repeats the commands of both at once, and has too little memory for that.
 */
@Tag("thorough")
@Timeout(240)
final class OverlappingRepetitionsTest {
    private static final long SEED = 307;
    private static final int ROUNDS = 16;
    private static final int KEPT_BYTES = 64 << 10;
    private static final long MOST_OF_THE_DEVICE = 40 << 20;

    @RegisterExtension
    static final TwoServers SERVERS =
            TwoServers.withDevices(
                    "profile=small,memory=64MiB",
                    "policy.default.protection=transparent",
                    "recovery.checkpoint.bytes=0",
                    "recovery.limit=120 s");

    @Test
    void shouldRepeatSessionsThatLackEachOthersMemory() {
        SERVERS.kill(1);
        try (Program first = new Program("first");
                Program second = new Program("second")) {
            alternate(first, second);
            SERVERS.restart(1);
            SERVERS.kill(0);
            first.check();
            second.check();
            assertThat(SERVERS.serverOf("first")).isEqualTo(1);
            assertThat(SERVERS.serverOf("second")).isEqualTo(1);
            alternate(first, second);
        }
    }

    private static void alternate(Program first, Program second) {
        for (int round = 0; round < ROUNDS; round++) {
            first.run();
            second.run();
        }
        first.check();
        second.check();
    }

    /** A program that keeps little memory and needs much at times. */
    private static final class Program implements AutoCloseable {
        private final CudaDriver cuda;
        private final long kept;
        private final byte[] content = new byte[KEPT_BYTES];
        private final Random random;

        Program(String vm) {
            cuda = Hira.connect(SERVERS.uri() + "?devices=1&vm=" + vm);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            kept = cuda.cuMemAlloc(KEPT_BYTES);
            random = new Random(SEED + vm.length());
        }

        /** Takes most of the device, works with it, and has given it back when this returns. */
        void run() {
            long much = cuda.cuMemAlloc(MOST_OF_THE_DEVICE);
            cuda.cuMemsetD8(much, 0, MOST_OF_THE_DEVICE);
            random.nextBytes(content);
            long end = much + MOST_OF_THE_DEVICE - KEPT_BYTES;
            cuda.cuMemcpyHtoD(end, MemorySegment.ofArray(content), KEPT_BYTES);
            cuda.cuMemcpyDtoD(kept, end, KEPT_BYTES);
            cuda.cuMemFree(much);
            cuda.cuCtxSynchronize();
        }

        void check() {
            byte[] back = new byte[KEPT_BYTES];
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), kept, KEPT_BYTES);
            assertThat(back).as("seed %d", SEED).isEqualTo(content);
        }

        @Override
        public void close() {
            cuda.close();
        }
    }
}
