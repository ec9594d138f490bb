package dev.hira.router.operator.admin.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Violation;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Errors travel in headers, which have 8 KiB. */
final class AdminErrorsTest {
    private static int headerBytes(StatusRuntimeException error) {
        Metadata trailers = Objects.requireNonNull(error.getTrailers());
        byte[] details =
                trailers.get(
                        Metadata.Key.of(
                                "grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER));
        String text = Objects.requireNonNull(error.getStatus().getDescription());
        return URLEncoder.encode(text, StandardCharsets.UTF_8).length()
                + Objects.requireNonNull(details).length * 4 / 3;
    }

    @Test
    void shouldTellTheFirstOfManyProblemsAndCountTheOthers() {
        List<Violation> many =
                IntStream.range(0, 5000)
                        .mapToObj(i ->
                                new Violation(
                                        "text:" + i + ":1",
                                        "there is no such word\n  | wrrd\n  | ^ — …"))
                        .toList();
        StatusRuntimeException error = AdminErrors.invalid(many);
        assertThat(headerBytes(error)).isLessThan(7000);
        assertThat(error.getStatus().getDescription())
                .startsWith("text:0:1: there is no such word")
                .endsWith(" further problems");
        assertThat(StatusProto.fromThrowable(error)).isNotNull();
    }

    @Test
    void shouldCutOneVeryLongText() {
        assertThat(headerBytes(AdminErrors.invalid("text", "ü".repeat(100_000)))).isLessThan(7900);
        assertThat(headerBytes(AdminErrors.notFound("VM", "x".repeat(100_000), "look again")))
                .isLessThan(7900);
    }

    @Test
    void shouldTellFewProblemsWhole() {
        StatusRuntimeException error =
                AdminErrors.invalid(List.of(new Violation("a", "no"), new Violation("b", "nor")));
        assertThat(error.getStatus().getDescription()).isEqualTo("a: no; b: nor");
    }
}
