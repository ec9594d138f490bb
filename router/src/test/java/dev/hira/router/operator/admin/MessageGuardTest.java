package dev.hira.router.operator.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.router.testing.AdminRig;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of operators that are not those that the service's description has. */
final class MessageGuardTest {
    private static final MethodDescriptor.Marshaller<InputStream> RAW =
            new MethodDescriptor.Marshaller<>() {
                @Override
                public InputStream stream(InputStream value) {
                    return value;
                }

                @Override
                public InputStream parse(InputStream stream) {
                    return stream;
                }
            };

    @TempDir private Path folder;

    /** Sends a message to each method that takes one and answers with one. */
    private static List<StatusRuntimeException> send(ManagedChannel channel, byte[] message) {
        return AdminServiceGrpc.getServiceDescriptor().getMethods().stream()
                .filter(method -> method.getType() == MethodDescriptor.MethodType.UNARY)
                .map(method ->
                        catchThrowableOfType(
                                StatusRuntimeException.class,
                                () ->
                                        ClientCalls.blockingUnaryCall(
                                                channel,
                                                method.toBuilder(RAW, RAW).build(),
                                                CallOptions.DEFAULT,
                                                new ByteArrayInputStream(message))))
                .toList();
    }

    @Test
    void shouldRefuseMessagesThatDoNotDecode() throws Exception {
        try (AdminRig rig = new AdminRig(folder, "")) {
            // A field of a length beyond the end, and a tag of the wire type 7, which there is not.
            for (byte[] message : List.of(new byte[] {10, 100, 1}, new byte[] {15})) {
                assertThat(send(rig.channel(), message))
                        .isNotEmpty()
                        .allSatisfy(refusal -> {
                            assertThat(refusal.getStatus().getCode())
                                    .isEqualTo(Code.INVALID_ARGUMENT);
                            assertThat(refusal.getStatus().getDescription())
                                    .contains("does not decode");
                        });
            }
        }
    }

    @Test
    void shouldNeverAnswerRandomBytesAsADefect() throws Exception {
        long seed = Long.getLong("seed", 20_261_129);
        Random random = new Random(seed);
        try (AdminRig rig = new AdminRig(folder, "")) {
            for (int i = 0; i < 50; i++) {
                byte[] message = new byte[1 + random.nextInt(40)];
                random.nextBytes(message);
                // Most begin with a string, so that some get as far as the service.
                message[0] = random.nextInt(4) == 0 ? message[0] : 10;
                for (StatusRuntimeException refusal : send(rig.channel(), message)) {
                    assertThat(refusal == null ? Code.OK : refusal.getStatus().getCode())
                            .as("-Dseed=%d, message %d", seed, i)
                            .isNotIn(Code.UNKNOWN, Code.INTERNAL);
                }
            }
        }
    }

    @Test
    void shouldCutALongName() throws Exception {
        try (AdminRig rig = new AdminRig(folder, "")) {
            StatusRuntimeException refusal =
                    catchThrowableOfType(
                            StatusRuntimeException.class,
                            () ->
                                    rig.admin()
                                            .getVm(
                                                    GetVmRequest.newBuilder()
                                                            .setVm("x".repeat(1 << 20))
                                                            .build()));
            assertThat(refusal.getStatus().getDescription())
                    .hasSizeLessThan(600)
                    .as("the advice is there")
                    .contains("…'; ");
        }
    }
}
