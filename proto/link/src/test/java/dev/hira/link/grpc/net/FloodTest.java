package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import io.netty.util.internal.PlatformDependent;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that floods of peers without a session end, and disturb no session. */
@Timeout(240)
final class FloodTest {
    private static final URI ANY_PORT = URI.create("hira://127.0.0.1:0");
    private static final PeerLimits LIMITS =
            new PeerLimits(16, 8, 8, 64 << 10, 16 << 20, Duration.ofHours(1), true);
    private static final long MOST_MEMORY = 48L << 20;

    /** More rounds than a flood survives that is to end: 50 MB and more. */
    private static final int MOST_ROUNDS = 3_000_000;

    /** The rounds of a flood that does not end: 32 MiB. */
    private static final int SOME_ROUNDS = 2048;

    private static LinkProbe started(Link link) {
        LinkProbe probe = new LinkProbe();
        link.start(probe);
        return probe;
    }

    private static void send(Link link) {
        FrameWriter writer = new FrameWriter();
        MemorySegment payload = MemorySegment.ofArray(new byte[7]);
        writer.begin(RecordKinds.CALL, 0, 1, 1, 1);
        link.send(writer.payloadInline(1, payload, 7, false).end().finish(0));
    }

    private static long loops() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("test-server"))
                .filter(Thread::isAlive)
                .count();
    }

    @ParameterizedTest
    @EnumSource(Http2Flood.class)
    void shouldEndAndDisturbNoSession(Http2Flood flood) throws Exception {
        try (GrpcFixture fixture = new GrpcFixture(ANY_PORT, LIMITS)) {
            Link guest = fixture.connect();
            LinkProbe answers = started(guest);
            Link session = fixture.accepted().link();
            LinkProbe requests = started(session);
            session.trust();
            long memory = PlatformDependent.usedDirectMemory();
            long threads = loops();
            int most = flood.endsConnection() ? MOST_ROUNDS : SOME_ROUNDS;
            int rounds = flood.run(fixture.server.uri().getPort(), most);
            assertThat(flood.endsConnection())
                    .as("closed after %d", rounds)
                    .isEqualTo(rounds < most);
            assertThat(PlatformDependent.usedDirectMemory() - memory)
                    .as("bytes that the flood made the process hold")
                    .isLessThan(MOST_MEMORY);
            assertThat(loops()).as("threads").isEqualTo(threads);
            send(guest);
            assertThat(requests.take()).hasSize(7);
            send(session);
            assertThat(answers.take()).hasSize(7);
            assertThat(answers.isClosed()).isFalse();
            guest.close();
        }
    }
}
