package dev.hira.bench;

import dev.hira.bench.bare.BareClient;
import dev.hira.bench.bare.BareProcess;
import dev.hira.cli.launch.HiraProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The bare gRPC relay: an echo server and a middle process, and a client of the middle. */
final class Yardstick implements AutoCloseable {
    private final Path folder;
    private final HiraProcess echo;
    private final HiraProcess relay;
    private final BareClient client;
    private final BareClient sink;

    private Yardstick() {
        try {
            folder = Files.createTempDirectory("hira-bare-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path far = folder.resolve("echo.sock");
        Path middle = folder.resolve("relay.sock");
        String main = BareProcess.class.getName();
        echo =
                HiraProcess.start(
                        "bare-echo", main, List.of(), List.of("echo", far.toString()), line -> {});
        echo.awaitReady(Duration.ofSeconds(30));
        relay =
                HiraProcess.start(
                        "bare-relay",
                        main,
                        List.of(),
                        List.of("relay", middle.toString(), far.toString()),
                        line -> {});
        relay.awaitReady(Duration.ofSeconds(30));
        client = BareClient.ofEcho(middle);
        sink = BareClient.ofSink(middle);
    }

    static Yardstick start() {
        return new Yardstick();
    }

    BareClient client() {
        return client;
    }

    /** A client whose messages go one way. */
    BareClient sink() {
        return sink;
    }

    @Override
    public void close() {
        client.close();
        sink.close();
        relay.close();
        echo.close();
        for (String socket :
                List.of("echo.sock", "relay.sock", "echo.sock.pooled", "relay.sock.pooled", "")) {
            folder.resolve(socket).toFile().delete();
        }
    }
}
