package dev.hira.bench.spine;

import dev.hira.bench.bare.BareBells;
import dev.hira.bench.bare.BareBytes;
import dev.hira.bench.bare.BareClient;
import dev.hira.bench.bare.BareProcess;
import dev.hira.cli.launch.HiraProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Bare relays, without Hira: an echo server and a middle process, and clients of the middle, by
 * gRPC, by bytes without a protocol, and by shared words.
 */
public final class Yardstick implements AutoCloseable {
    private final Path folder;
    private final HiraProcess echo;
    private final HiraProcess relay;
    private final BareClient client;
    private final BareClient sink;
    private final BareBytes bytes;
    private final BareBytes direct;
    private final BareBells bells;

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
        bytes = new BareBytes(BareBytes.beside(middle));
        direct = new BareBytes(BareBytes.beside(far));
        bells = new BareBells(BareBells.beside(middle));
    }

    public static Yardstick start() {
        return new Yardstick();
    }

    BareClient client() {
        return client;
    }

    /** Returns a client that sends messages one way. */
    BareClient sink() {
        return sink;
    }

    /** Returns a client that sends bytes without a protocol. */
    BareBytes bytes() {
        return bytes;
    }

    /** Returns a client that sends bytes without a protocol to the far end, past the middle. */
    public BareBytes direct() {
        return direct;
    }

    /** Returns a client that only wakes and is woken. */
    BareBells bells() {
        return bells;
    }

    @Override
    public void close() {
        client.close();
        sink.close();
        bytes.close();
        direct.close();
        relay.close();
        echo.close();
        for (String end : List.of("echo.sock", "relay.sock")) {
            for (String kind : List.of("", ".pooled", ".bytes")) {
                folder.resolve(end + kind).toFile().delete();
            }
        }
        folder.resolve("bells").toFile().delete();
        folder.toFile().delete();
    }
}
