package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.hira.admin.v1.GetPolicyRequest;
import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No change that the router has acknowledged is lost when the router is killed. */
final class RouterKillsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SEED = 53_172;
    private static final int KILLS = 6;
    private static final int VMS = 5;

    @TempDir private Path state;
    private LocalStack stack;

    @BeforeEach
    void startStack() {
        stack =
                LocalStack.start(
                        1,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of("--state", state.toString()));
    }

    @AfterEach
    void stopStack() {
        stack.close();
    }

    private static void setShare(AdminServiceBlockingStub admin, int vm, long share) {
        admin.setPolicy(
                SetPolicyRequest.newBuilder()
                        .setVm("vm" + vm)
                        .setGrant(Grant.newBuilder().setShare(share))
                        .build());
    }

    private static long share(AdminServiceBlockingStub admin, int vm) {
        return admin.getPolicy(GetPolicyRequest.newBuilder().setVm("vm" + vm).build())
                .getGrant()
                .getShare();
    }

    /** A stream of changes to a router, which ends when the router does. */
    private final class Stream implements Runnable {
        private final Random random;
        private final long[] acknowledged;
        private final long[] asked;
        private final Semaphore answers = new Semaphore(0);

        Stream(Random random, long[] shares) {
            this.random = random;
            this.acknowledged = shares.clone();
            this.asked = shares.clone();
        }

        @Override
        public void run() {
            try (AdminClient client = AdminClient.connect(stack.adminUri())) {
                while (true) {
                    int vm = random.nextInt(VMS);
                    asked[vm] = acknowledged[vm] + 1;
                    setShare(client.now(), vm, asked[vm]);
                    acknowledged[vm] = asked[vm];
                    answers.release();
                }
            } catch (StatusRuntimeException killed) {
                // The router is gone. The last change may have been made or not.
            }
        }
    }

    @Test
    void shouldKeepEveryAcknowledgedChangeWhenTheRouterIsKilledAmongThem()
            throws InterruptedException {
        Random random = new Random(SEED);
        long[] shares = new long[VMS];
        Arrays.fill(shares, 1);
        for (int kill = 0; kill < KILLS; kill++) {
            Stream stream = new Stream(random, shares);
            Thread changes = Thread.ofPlatform().start(stream);
            int changesBefore = 1 + random.nextInt(60);
            assertThat(stream.answers.tryAcquire(changesBefore, 120, TimeUnit.SECONDS)).isTrue();
            stack.router().kill();
            stack.router().awaitExit(PATIENCE);
            changes.join();
            stack.restartRouter();
            try (AdminClient client = AdminClient.connect(stack.adminUri())) {
                for (int vm = 0; vm < VMS; vm++) {
                    shares[vm] = share(client.now(), vm);
                    assertThat(shares[vm])
                            .as("seed %d, kill %d, vm%d", SEED, kill, vm)
                            .isIn(stream.acknowledged[vm], stream.asked[vm]);
                }
            }
        }
    }

    @Test
    void shouldHoldAVmToItsQuotaAfterTheRouterWasKilledUnderIt() {
        try (CudaDriver cuda = open()) {
            try (AdminClient client = AdminClient.connect(stack.adminUri())) {
                Grant quota = Grant.newBuilder().putQuotas("device_memory", 1 << 20).build();
                client.now()
                        .setPolicy(
                                SetPolicyRequest.newBuilder()
                                        .setVm("blue")
                                        .setGrant(quota)
                                        .build());
            }
            stack.router().kill();
            stack.router().awaitExit(PATIENCE);
            stack.restartRouter();
            assertThatThrownBy(() -> cuda.cuMemAlloc(2 << 20))
                    .hasMessageContaining("the VM 'blue' has 0 of its 1MiB");
        }
        try (CudaDriver cuda = open()) {
            assertThatThrownBy(() -> cuda.cuMemAlloc(2 << 20))
                    .hasMessageContaining("the VM 'blue' has 0 of its 1MiB");
        }
    }

    private CudaDriver open() {
        CudaDriver cuda = Hira.connect(stack.uri() + "?vm=blue");
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }
}
