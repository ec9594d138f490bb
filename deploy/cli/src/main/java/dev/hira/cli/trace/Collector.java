package dev.hira.cli.trace;

import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.UsageException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * A collector of OpenTelemetry spans that takes OTLP over HTTP.
 *
 * @param address its address without a path, for example {@code http://localhost:4318}
 */
record Collector(URI address) {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    private static final int LONGEST_ANSWER = 200;
    private static final int HIGHEST_PORT = 65_535;

    Collector {
        String scheme = address.getScheme();
        if (address.getHost() == null
                || address.getPort() > HIGHEST_PORT
                || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new UsageException(
                    "--otlp: '" + address + "' was asked; allowed is http://HOST:PORT, or https");
        }
    }

    /** Sends all requests. */
    void send(List<String> bodies) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(ANSWER_TIMEOUT).build()) {
            for (String body : bodies) {
                HttpRequest request =
                        HttpRequest.newBuilder(address.resolve("/v1/traces"))
                                .timeout(ANSWER_TIMEOUT)
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build();
                HttpResponse<String> answer = answer(client, request);
                if (answer.statusCode() / 100 != 2) {
                    String text = answer.body();
                    throw new IOException(
                            "the collector answered "
                                    + answer.statusCode()
                                    + ": "
                                    + text.substring(0, Math.min(LONGEST_ANSWER, text.length())));
                }
            }
        }
    }

    private static HttpResponse<String> answer(HttpClient client, HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException(
                    ErrorMessages.connection(e)
                            + "; is a collector running, and is this its address for OTLP over"
                            + " HTTP?",
                    e);
        }
    }
}
