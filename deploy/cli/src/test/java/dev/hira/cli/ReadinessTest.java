package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.testing.LiveStack;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Routers and servers tell whether they take sessions. */
final class ReadinessTest {
    @TempDir private Path folder;

    private static HttpResponse<String> ready(URI metrics) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(metrics.resolve("/readyz")).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void shouldBeReadyWhenSessionsFindAServer() throws Exception {
        try (LiveStack stack = new LiveStack(folder)) {
            assertThat(ready(stack.serverMetrics()).statusCode()).isEqualTo(200);
            assertThat(ready(stack.routerMetrics()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void shouldNotBeReadyWithoutServers() throws Exception {
        try (LiveStack stack = new LiveStack(folder, List.of())) {
            HttpResponse<String> answer = ready(stack.routerMetrics());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.body()).isEqualTo("no API server takes sessions\n");
        }
    }
}
