package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.guest.Hira;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A killed or restarted process harms only its own sessions. */
final class ProcessFaultsTest {
    @RegisterExtension static final TwoServers servers = TwoServers.with();

    @Test
    void shouldReleaseEverythingOfAGuestThatIsKilledWhileItSends() {
        try (CudaDriver witness = open();
                CudaDriver second = open()) {
            long before = witness.cuMemGetInfo().free() + second.cuMemGetInfo().free();
            HiraProcess guest = FloodGuest.start(servers.uri(), "flood");
            assertThat(witness.cuMemGetInfo().free() + second.cuMemGetInfo().free())
                    .isLessThanOrEqualTo(before - FloodGuest.HELD);
            guest.kill();
            TwoServers.await(
                    "the memory is free",
                    () -> witness.cuMemGetInfo().free() + second.cuMemGetInfo().free() == before);
            worksStill(witness);
            worksStill(second);
        }
    }

    @Test
    void shouldEndOnlyTheSessionsOfAServerThatIsKilled() {
        try (CudaDriver first = open();
                CudaDriver second = open()) {
            // Least loaded placement puts the two on different servers.
            servers.kill(0);
            boolean firstDied = dies(first);
            boolean secondDied = dies(second);
            assertThat(firstDied).isNotEqualTo(secondDied);
            CudaDriver survivor = firstDied ? second : first;
            worksStill(survivor);
        }
        servers.restart(0);
        try (CudaDriver again = open();
                CudaDriver more = open()) {
            worksStill(again);
            worksStill(more);
        }
    }

    @Test
    void shouldTellGuestsClearlyWhenTheRouterIsRestarted() {
        try (CudaDriver cuda = open()) {
            worksStill(cuda);
            servers.router().kill();
            servers.router().awaitExit(TwoServers.PATIENCE);
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 1000; i++) {
                                    cuda.cuMemGetInfo();
                                }
                            })
                    .hasMessageContaining("router");
            servers.restartRouter();
            assertThatThrownBy(cuda::cuMemGetInfo).isNotNull();
            try (CudaDriver again = open()) {
                worksStill(again);
            }
        }
    }

    @Test
    void shouldSayWhatToDoWhenNoRouterListens() {
        assertThatThrownBy(() -> Hira.connect("hira+unix:///tmp/no-such-router.sock").cuInit(0))
                .hasMessageContaining("/tmp/no-such-router.sock");
    }

    private static boolean dies(CudaDriver cuda) {
        try {
            for (int i = 0; i < 100; i++) {
                cuda.cuMemGetInfo();
            }
            return false;
        } catch (RuntimeException e) {
            assertThat(e.getMessage()).contains("server").contains("reopen");
            return true;
        }
    }

    private static CudaDriver open() {
        CudaDriver cuda = Hira.connect(servers.uri());
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    private static void worksStill(CudaDriver cuda) {
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuMemsetD8(memory, 1, 4096);
        cuda.cuMemFree(memory);
        cuda.cuCtxSynchronize();
    }
}
