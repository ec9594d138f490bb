package dev.hira.e2e.quota;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.admin.v1.Grant;
import dev.hira.admin.v1.SetPolicyRequest;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program at its quota that releases an object and creates another one at once. */
@Timeout(120)
final class ReleasedQuotaTest {
    private static final int ROUNDS = 30;
    private static final int MOST = 4;
    private static final long BYTES = 16 << 20;
    private static final String VM = "full";

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
        try (AdminClient admin = AdminClient.connect(stack.adminUri())) {
            admin.now()
                    .setPolicy(
                            SetPolicyRequest.newBuilder()
                                    .setVm(VM)
                                    .setGrant(
                                            Grant.newBuilder()
                                                    .putAllQuotas(
                                                            Map.of(
                                                                    "device_memory",
                                                                    MOST * BYTES,
                                                                    "streams",
                                                                    (long) MOST,
                                                                    "events",
                                                                    (long) MOST)))
                                    .build());
        }
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static CudaDriver connect() {
        CudaDriver cuda = Hira.connect(stack.uri() + "?vm=" + VM);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    private static void renew(LongSupplier creates, LongConsumer releases) {
        long[] all = new long[MOST];
        for (int i = 0; i < MOST; i++) {
            all[i] = creates.getAsLong();
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i <= round % MOST; i++) {
                releases.accept(all[i]);
            }
            for (int i = 0; i <= round % MOST; i++) {
                all[i] = creates.getAsLong();
            }
        }
        for (long each : all) {
            releases.accept(each);
        }
    }

    @Test
    void shouldAllocateMemoryAgainThatItHasFreed() {
        try (CudaDriver cuda = connect()) {
            renew(() -> cuda.cuMemAlloc(BYTES), cuda::cuMemFree);
            cuda.cuCtxSynchronize();
        }
    }

    @Test
    void shouldCreateStreamsAndEventsAgainThatItHasDestroyed() {
        try (CudaDriver cuda = connect()) {
            renew(() -> cuda.cuStreamCreate(1), cuda::cuStreamDestroy);
            cuda.cuCtxSynchronize();
            renew(() -> cuda.cuEventCreate(0), cuda::cuEventDestroy);
            assertThatCode(cuda::cuCtxSynchronize).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldCreateBuffersAgainThatItHasReleased() {
        try (OpenClDriver cl = Hira.connectOpenCl(stack.uri() + "?vm=" + VM)) {
            long[] device = {cl.clGetDeviceIDs(cl.clGetPlatformIDs()[0], 4)[0]};
            long context = cl.clCreateContext(new long[0], device);
            renew(() -> cl.clCreateBuffer(context, 1, BYTES, null), cl::clReleaseMemObject);
        }
    }

    @Test
    void shouldRefuseWhatItsObjectsLeaveNoRoomFor() {
        try (CudaDriver cuda = connect()) {
            long freed = cuda.cuMemAlloc(BYTES);
            cuda.cuMemAlloc(BYTES * (MOST - 1));
            cuda.cuMemFree(freed);
            assertThatThrownBy(() -> cuda.cuMemAlloc(BYTES + 1))
                    .isInstanceOf(CudaException.class)
                    .hasMessageContaining("of its 64MiB; free some");
            cuda.cuMemAlloc(BYTES);
        }
    }
}
