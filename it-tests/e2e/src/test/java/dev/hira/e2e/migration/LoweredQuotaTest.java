package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.Protection;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** VMs that hold more than their quota, or more than half of it, and change their place. */
@Tag("thorough")
@Timeout(180)
final class LoweredQuotaTest {
    private static final String VM = "rich";
    private static final int MIB = 1 << 20;
    private static final int BYTES = 4 * MIB;

    private final byte[] content = new byte[BYTES];
    private LocalStack stack;
    private AdminClient admin;
    private Mover mover;
    private CudaDriver cuda;
    private long memory;

    @BeforeEach
    void start() {
        stack = LocalStack.start(2, List.of("--devices", "2", "--profile", "small"), List.of());
        admin = AdminClient.connect(stack.adminUri());
        mover = new Mover(stack.adminUri(), VM);
        quota(BYTES + MIB);
        cuda = Hira.connect(stack.uri() + "?devices=1&vm=" + VM);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        memory = cuda.cuMemAlloc(BYTES);
        new Random(1).nextBytes(content);
        cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(content), BYTES);
    }

    @AfterEach
    void close() {
        cuda.close();
        mover.close();
        admin.close();
        stack.close();
    }

    private void quota(long bytes) {
        var _ =
                admin.always()
                        .setPolicy(
                                SetPolicyRequest.newBuilder()
                                        .setVm(VM)
                                        .setGrant(
                                                Grant.newBuilder()
                                                        .setProtection(
                                                                Protection.PROTECTION_TRANSPARENT)
                                                        .putQuotas("device_memory", bytes))
                                        .build());
    }

    private String server() {
        return mover.sessions().getFirst().getServer();
    }

    private void shouldHaveItsContent() {
        byte[] found = new byte[BYTES];
        cuda.cuMemcpyDtoH(MemorySegment.ofArray(found), memory, BYTES);
        assertThat(found).isEqualTo(content);
    }

    private void shouldGetNothingMore() {
        assertThatThrownBy(() -> cuda.cuMemAlloc(MIB + 1))
                .hasMessageContaining("cuMemAlloc asks for 1049088 bytes of device_memory");
    }

    @Test
    void shouldMoveAndSurviveItsServerWithMoreThanItsQuota() {
        quota(MIB);
        shouldGetNothingMore();
        String before = server();
        mover.mustMove(before.equals("server0") ? "server1" : "server0");
        shouldHaveItsContent();
        shouldGetNothingMore();

        stack.server(server().equals("server0") ? 0 : 1).kill();
        shouldHaveItsContent();
        assertThat(server()).isEqualTo(before);
        shouldGetNothingMore();
        cuda.cuMemFree(memory);
        memory = cuda.cuMemAlloc(MIB);
        assertThat(memory).isNotZero();
    }

    @Test
    void shouldMoveToAnotherDeviceOfItsServerWithMoreThanHalfOfItsQuota() {
        String here = server();
        for (int device : new int[] {1, 0, 1}) {
            mover.mustMove(here + "/" + device);
            shouldHaveItsContent();
            cuda.cuMemFree(cuda.cuMemAlloc(MIB));
            shouldGetNothingMore();
        }
    }
}
