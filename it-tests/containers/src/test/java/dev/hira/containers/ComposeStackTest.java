package dev.hira.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The stack that operators start with one command. Prometheus is that of this machine, if it has
 * one, in one of Hira's images; Grafana, whose image comes from a registry, does not run.
 */
final class ComposeStackTest {
    private static final Path PROMETHEUS = Path.of("/usr/bin/prometheus");

    /** The image has the C library of this machine, for which its Prometheus is made. */
    private static final String LOCAL_PROMETHEUS =
            """
            services:
              prometheus:
                image: localhost/hira-hira:latest
                entrypoint: [/usr/bin/prometheus]
                command: ["--config.file=/etc/prometheus/prometheus.yaml", "--storage.tsdb.path=/tmp/data"]
                volumes: ["/usr/bin/prometheus:/usr/bin/prometheus:ro"]
            """;

    private static final Pattern UP = Pattern.compile("\"health\":\"up\"");
    private static final int TARGETS = 3;

    @TempDir private Path folder;
    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void shouldServeBothGuestsAndShowTheirCommandsAfterOneCommand() throws Exception {
        assumeTrue(Compose.program().isPresent(), "NOT RUN: there is no docker-compose");
        for (String image : new String[] {"router", "api-server", "hira", "guest"}) {
            HiraContainer.load(image);
        }
        int port = freePort();
        Path local = Files.writeString(folder.resolve("local.yaml"), LOCAL_PROMETHEUS);
        try (Compose compose = new Compose(local, Map.of("HIRA_PROMETHEUS_PORT", "" + port))) {
            compose.run("up", "--detach", "blue", "green");
            await(
                    "both sessions",
                    () -> compose.run("run", "--rm", "-T", "hira", "vm", "list"),
                    text -> text.contains("blue") && text.contains("green"));
            await(
                    "results of both guests",
                    () -> compose.run("logs", "blue", "green"),
                    text -> text.contains("blue") && text.contains("rounds are right"));
            assumeTrue(Files.isExecutable(PROMETHEUS), "NOT RUN: there is no Prometheus");
            compose.run("up", "--detach", "--no-deps", "prometheus");
            requireMetrics("http://127.0.0.1:" + port + "/api/v1/");
        }
    }

    private void requireMetrics(String prometheus) throws Exception {
        await(
                "the targets",
                () -> get(prometheus + "targets?state=active"),
                text -> UP.matcher(text).results().count() == TARGETS);
        assertThat(get(prometheus + "rules")).contains("HiraProcessDown");
        for (String vm : new String[] {"blue", "green"}) {
            String query = "increase(hira_vm_commands_total{vm=\"" + vm + "\"}[1m]) > 0";
            await(
                    "commands of " + vm,
                    () ->
                            get(
                                    prometheus
                                            + "query?query="
                                            + URLEncoder.encode(query, StandardCharsets.UTF_8)),
                    text -> text.contains("\"vm\":\"" + vm + "\""));
        }
    }

    /** An answer that changes while the stack starts. */
    private interface Answer {
        String get() throws Exception;
    }

    private static void await(String what, Answer answer, Predicate<String> fits) throws Exception {
        long begin = System.nanoTime();
        String text = answer.get();
        while (!fits.test(text)) {
            assertThat(System.nanoTime() - begin)
                    .as(what + ": " + text)
                    .isLessThan(HiraContainer.PATIENCE.toNanos());
            text = answer.get();
        }
    }

    private String get(String uri) throws InterruptedException {
        try {
            return client.send(
                            HttpRequest.newBuilder(URI.create(uri)).build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            // Prometheus does not listen yet.
            return e.toString();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
