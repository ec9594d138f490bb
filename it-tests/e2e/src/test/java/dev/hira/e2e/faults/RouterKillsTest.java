package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators decided holds after the router is killed. */
@Tag("thorough")
final class RouterKillsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

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
                    .hasMessageContaining("the VM 'blue' may have only 1MiB in all");
        }
        try (CudaDriver cuda = open()) {
            assertThatThrownBy(() -> cuda.cuMemAlloc(2 << 20))
                    .hasMessageContaining("the VM 'blue' may have only 1MiB in all");
        }
    }

    private CudaDriver open() {
        CudaDriver cuda = Hira.connect(stack.uri() + "?vm=blue");
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }
}
