package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.Transport;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a link notices a killed or stopped process at its other end. {@link
 * LivenessHandlerTest} tests the delay in virtual time.
 */
@Tag("thorough")
@ExtendWith(NoLeaks.class)
@Timeout(240)
class VanishedPeerTest {
    /**
     * Notices a peer that is silent for some seconds; a fresh process on a busy machine may be
     * silent for one.
     */
    private static final KeepAlive QUICK =
            new KeepAlive(Duration.ofMillis(200), Duration.ofMillis(2800));

    @TempDir private Path folder;

    private URI uri(String kind) {
        return URI.create(
                kind.equals("unix") ? "hira+unix://" + folder + "/s" : "hira://127.0.0.1:0");
    }

    private static void stop(Process process) throws Exception {
        signal(process, "-STOP");
    }

    private static void signal(Process process, String signal) throws Exception {
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    }

    private static void assertNoticed(LinkProbe probe) throws Exception {
        assertThat(probe.awaitClosed().cause()).isEqualTo(Cause.UNAVAILABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"unix", "tcp"})
    void shouldNoticeAKilledAndAStoppedClient(String kind) throws Exception {
        try (GrpcFixture fixture =
                new GrpcFixture(uri(kind), Transport.best(), GrpcFixture.LIMITS, QUICK)) {
            Process killed = Peer.start("connect", fixture.server.uri(), folder.resolve("1"));
            Process stopped = Peer.start("connect", fixture.server.uri(), folder.resolve("2"));
            try {
                LinkProbe first = greeted(fixture.accepted().link());
                LinkProbe second = greeted(fixture.accepted().link());
                stop(stopped);
                killed.destroyForcibly();
                assertNoticed(first);
                assertNoticed(second);
            } finally {
                killed.destroyForcibly();
                stopped.destroyForcibly().waitFor();
            }
        }
    }

    private static LinkProbe greeted(Link link) throws Exception {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        probe.take();
        return probe;
    }

    @Test
    void shouldTellAStoppedClientThatItWasSilent() throws Exception {
        try (GrpcFixture fixture =
                new GrpcFixture(uri("unix"), Transport.best(), GrpcFixture.LIMITS, QUICK)) {
            Process stopped = Peer.start("connect", fixture.server.uri(), folder.resolve("log"));
            try {
                LinkProbe probe = greeted(fixture.accepted().link());
                stop(stopped);
                assertThat(probe.awaitClosed().message()).contains("it sent nothing for 3000 ms");
                signal(stopped, "-CONT");
                assertThat(stopped.inputReader().readLine())
                        .startsWith("UNAVAILABLE: ")
                        .contains(
                                "it received nothing from the process that had connected to it for 3000");
            } finally {
                stopped.destroyForcibly().waitFor();
            }
        }
    }

    @Test
    void shouldNoticeAStoppedServer() throws Exception {
        URI uri = uri("unix");
        Process process = Peer.start("serve", uri, folder.resolve("log"));
        try (EventLoops loops = EventLoops.create(1, "client")) {
            LinkOptions options = LinkOptions.on(loops.next()).withKeepAlive(QUICK);
            LinkProbe probe = greeted(GrpcLinkClient.connect(uri, options));
            stop(process);
            assertNoticed(probe);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldNoticeAKilledServer() throws Exception {
        URI uri = uri("unix");
        Process process = Peer.start("serve", uri, folder.resolve("log"));
        try (EventLoops loops = EventLoops.create(1, "client")) {
            LinkProbe probe = greeted(GrpcLinkClient.connect(uri, LinkOptions.on(loops.next())));
            process.destroyForcibly();
            assertNoticed(probe);
        } finally {
            process.waitFor();
        }
    }

    @Test
    void shouldKeepAnIdleLinkOpenForAsLongAsThePeerLives() throws Exception {
        URI uri = uri("unix");
        Process process = Peer.start("serve", uri, folder.resolve("log"));
        KeepAlive busy = new KeepAlive(Duration.ofMillis(4), Duration.ofMinutes(2));
        try (EventLoops loops = EventLoops.create(1, "client")) {
            LinkOptions options = LinkOptions.on(loops.next()).withKeepAlive(busy);
            Link link = GrpcLinkClient.connect(uri, options);
            LinkProbe probe = greeted(link);
            // 100 pings, far more than a server tolerates by default.
            loops.next().schedule(() -> probe.onWritable(), 400, TimeUnit.MILLISECONDS).get();
            assertThat(probe.isClosed()).isFalse();
            link.close();
            assertThat(probe.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
