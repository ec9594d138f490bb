package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.base.tls.PeerRole;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import dev.hira.pki.Authority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * 10,000 connections that never finish their TLS handshake, at a router with the heap that a
 * container of 1 GiB gives it, beside a session of another guest.
 */
public final class HalfOpenBench implements BenchPart {
    private static final int CONNECTIONS = 10_000;
    private static final Duration LIFE = Duration.ofDays(1);
    private static final List<String> HERE = List.of("127.0.0.1");
    private static final Duration START = Duration.ofMinutes(2);

    /** The beginning of a handshake that says it is longer than it is. */
    private static final byte[] BEGUN = {0x16, 3, 1, 1, 0, 1, 0, 0, (byte) 0xfc, 3, 3};

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("10,000 half-open TLS connections at a router with 256 MiB of heap (p99)");
        List<SocketChannel> open = new ArrayList<>();
        try {
            Path folder = Files.createTempDirectory("hira-tls-");
            Authority authority = Authority.init(folder.resolve("pki"), InstantSource.system());
            try (LocalStack stack = stack(authority);
                    CudaDriver other = Hira.connect(stack.uri() + "?rings=off")) {
                int samples = settings.times(50_000);
                Runnable call = other::cuDriverGetVersion;
                double before = Stats.timing(samples, samples, call).percentile(99);
                URI uri = tls(stack);
                for (int i = 0; i < CONNECTIONS; i++) {
                    open.add(connect(uri, i % 2 == 0));
                }
                double during = Stats.timing(0, samples, call).percentile(99);
                report.note("a synchronous call of another session, before", before / 1000, "µs");
                report.note("  with the connections", during / 1000, "µs");
                report.atMost("  with / before", during / before, "×", 2);
                report.atLeast("guests that still open a session", opened(authority, uri), "", 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the connections could not be made", e);
        } finally {
            open.forEach(HalfOpenBench::close);
        }
    }

    private static LocalStack stack(Authority authority) {
        return LocalStack.start(
                1,
                List.of("-Xmx256m"),
                List.of("--devices", "1", "--profile", "small"),
                List.of(
                        "--listen",
                        "hira+tls://127.0.0.1:0",
                        "--set",
                        "tls.folder=" + authority.issue(PeerRole.ROUTER, "bench", HERE, LIFE)));
    }

    private static URI tls(LocalStack stack) {
        for (String address : stack.router().awaitReady(START).split(" ")) {
            if (address.startsWith("hira+tls:")) {
                return URI.create(address);
            }
        }
        throw new IllegalStateException("the router announced no address with TLS");
    }

    private static SocketChannel connect(URI uri, boolean begin) throws IOException {
        SocketChannel socket =
                SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()));
        if (begin) {
            socket.write(ByteBuffer.wrap(BEGUN));
        }
        return socket;
    }

    private static int opened(Authority authority, URI uri) {
        Path guest = authority.issue(PeerRole.VM, "bench", HERE, LIFE);
        try (CudaDriver late = Hira.connect(uri + "?tls=" + guest)) {
            late.cuInit(0);
            return 1;
        }
    }

    private static void close(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
