package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.admin.v1.GetVmRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that close their session while calls of theirs wait for minutes. */
@Timeout(300)
final class LeftWorkTest {
    private static final int CALLS = 3_000;
    private static final int RATE = 20;
    private static final long BYTES = 16 << 20;
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final String VM = "left";

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack =
                LocalStack.start(
                        1,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of(
                                "--set",
                                "timeouts.resume=10m",
                                "--set",
                                "policy.vms.left.rates.calls=" + RATE + "/s"));
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&rings=off", "&memory=off&rings=off"})
    void shouldEndWithItsSessionWhatAProgramLeavesWaiting(String way) {
        try (CudaDriver witness = Hira.connect(stack.uri() + "?vm=witness")) {
            witness.cuInit(0);
            witness.cuCtxCreate(0, 0);
            long free = witness.cuMemGetInfo().free();
            try (CudaDriver cuda = Hira.connect(stack.uri() + "?vm=" + VM + way)) {
                cuda.cuInit(0);
                cuda.cuCtxCreate(0, 0);
                long memory = cuda.cuMemAlloc(BYTES);
                for (int i = 0; i < CALLS; i++) {
                    cuda.cuMemsetD8Async(memory, (byte) i, 1, 0);
                }
            }
            long start = System.nanoTime();
            while ((sessions() > 0 || witness.cuMemGetInfo().free() < free)
                    && System.nanoTime() - start < SOON.toNanos()) {
                LockSupport.parkNanos(50_000_000);
            }
            assertThat(sessions()).as("sessions of the VM").isZero();
            assertThat(witness.cuMemGetInfo().free()).as("device memory").isEqualTo(free);
        }
    }

    private static int sessions() {
        try (AdminClient admin = AdminClient.connect(stack.adminUri())) {
            return admin.now()
                    .getVm(GetVmRequest.newBuilder().setVm(VM).build())
                    .getUsage()
                    .getSessions();
        }
    }
}
