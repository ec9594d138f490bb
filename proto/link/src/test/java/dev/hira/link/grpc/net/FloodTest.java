package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.Link;
import dev.hira.link.LinkProbe;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.tls.TestAuthority;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.link.grpc.tls.TlsSockets;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordKinds;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that floods of peers without a session end, and disturb no session. */
@Tag("thorough")
@Timeout(240)
final class FloodTest {
    private static final PeerLimits LIMITS =
            new PeerLimits(16, 8, 8, 64 << 10, 16 << 20, Duration.ofHours(1), true);
    private static final long MOST_MEMORY = 48L << 20;

    /** More rounds than a flood survives that is to end: 50 MB and more. */
    private static final int MOST_ROUNDS = 3_000_000;

    /** The rounds of a flood that does not end: 32 MiB. */
    private static final int SOME_ROUNDS = 2048;

    /** More updates of keys than any session needs. */
    private static final int MOST_UPDATES = 100_000;

    private static final int HANDSHAKES = 50;

    /** The beginning of a record with a ClientHello of 512 bytes. */
    private static final byte[] CLIENT_HELLO_BEGUN = {0x16, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3};

    @TempDir private Path folder;

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

    /** TCP and TLS, each with every flood. */
    static Stream<Arguments> floods() {
        return Stream.of(false, true)
                .flatMap(tls ->
                        Arrays.stream(Http2Flood.values()).map(flood -> Arguments.of(flood, tls)));
    }

    @ParameterizedTest(name = "{0}, TLS: {1}")
    @MethodSource("floods")
    void shouldEndAndDisturbNoSession(Http2Flood flood, boolean tls) throws Exception {
        try (Address address = tls ? Address.tls(folder) : Address.tcp()) {
            int most = flood.endsConnection() ? MOST_ROUNDS : SOME_ROUNDS;
            address.undisturbedBy(() -> {
                int rounds = flood.run(address.port(), address.stranger(), most);
                assertThat(flood.endsConnection())
                        .as("closed after %d", rounds)
                        .isEqualTo(rounds < most);
            });
        }
    }

    /** Peers without a certificate get no further than the handshake. */
    @Test
    void shouldEndAFloodOfAPeerWithoutACertificate() throws Exception {
        try (Address address = Address.tls(folder)) {
            TlsSockets nobody = TlsSockets.without(address.authority());
            address.undisturbedBy(() ->
                    assertThat(Http2Flood.RESETS.run(address.port(), nobody::wrap, MOST_ROUNDS))
                            .isLessThan(MOST_ROUNDS));
        }
    }

    /** Each update of the keys costs the server work, and no call is needed for it. */
    @Test
    void shouldEndAFloodOfKeyUpdates() throws Exception {
        try (Address address = Address.tls(folder)) {
            address.undisturbedBy(() -> {
                try (SSLSocket socket = address.guest().connect(address.port())) {
                    assertThatThrownBy(
                                    () -> {
                                        for (int i = 0; i < MOST_UPDATES; i++) {
                                            socket.startHandshake();
                                        }
                                    })
                            .isInstanceOf(IOException.class);
                }
            });
        }
    }

    /** Connections whose handshake fails or stops leave nothing. */
    @Test
    void shouldForgetHandshakesThatFailOrStop() throws Exception {
        try (Address address = Address.tls(folder)) {
            TlsSockets nobody = TlsSockets.without(address.authority());
            address.undisturbedBy(() -> {
                for (int i = 0; i < HANDSHAKES; i++) {
                    try (Socket begun = new Socket("127.0.0.1", address.port())) {
                        begun.getOutputStream().write(CLIENT_HELLO_BEGUN);
                    }
                    try (SSLSocket failing = nobody.connect(address.port())) {
                        assertThatThrownBy(
                                        () -> {
                                            failing.getOutputStream().write(new byte[1]);
                                            assertThat(failing.getInputStream().read())
                                                    .as("an answer")
                                                    .isZero();
                                        })
                                .isInstanceOf(IOException.class);
                    }
                }
            });
        }
    }

    /** What a stranger does at an address. */
    @FunctionalInterface
    private interface Disturbance {
        void run() throws Exception;
    }

    /** A server with an open session of a guest. */
    private static final class Address implements AutoCloseable {
        private final @Nullable TestAuthority authority;
        private final GrpcFixture fixture;
        private final Link guest;
        private final LinkProbe answers;
        private final Link session;
        private final LinkProbe requests;

        private Address(GrpcFixture fixture, LinkOptions options, @Nullable TestAuthority authority)
                throws InterruptedException {
            this.authority = authority;
            this.fixture = fixture;
            this.guest = GrpcLinkClient.connect(fixture.server.uri(), options);
            this.answers = started(guest);
            this.session = fixture.accepted().link();
            this.requests = started(session);
            session.trust("");
        }

        static Address tcp() throws Exception {
            GrpcFixture fixture = new GrpcFixture(URI.create("hira://127.0.0.1:0"), LIMITS);
            return new Address(fixture, fixture.options(), null);
        }

        static Address tls(Path folder) throws Exception {
            TestAuthority authority = TestAuthority.in(folder);
            TlsIdentity router = authority.identity(PeerRole.ROUTER, "r1");
            GrpcFixture fixture =
                    new GrpcFixture(
                            URI.create("hira+tls://127.0.0.1:0"),
                            builder -> builder.tls(router).peers(LIMITS));
            return new Address(
                    fixture,
                    fixture.options().withTls(authority.client(PeerRole.VM, "blue")),
                    authority);
        }

        int port() {
            return fixture.server.uri().getPort();
        }

        TestAuthority authority() {
            return Objects.requireNonNull(authority);
        }

        /** Returns the connections of a guest that opens no session. */
        TlsSockets guest() throws IOException {
            return TlsSockets.of(authority().issue(PeerRole.VM, "red"));
        }

        Http2Flood.Wrapping stranger() throws IOException {
            return authority == null ? socket -> socket : guest()::wrap;
        }

        /** Checks that the process holds no more afterwards, and that the session goes on. */
        void undisturbedBy(Disturbance disturbance) throws Exception {
            long memory = PlatformDependent.usedDirectMemory();
            long threads = loops();
            disturbance.run();
            assertThat(PlatformDependent.usedDirectMemory() - memory)
                    .as("bytes that the flood made the process hold")
                    .isLessThan(MOST_MEMORY);
            assertThat(loops()).as("threads").isEqualTo(threads);
            send(guest);
            assertThat(requests.take()).hasSize(7);
            send(session);
            assertThat(answers.take()).hasSize(7);
            assertThat(answers.isClosed()).isFalse();
        }

        @Override
        public void close() {
            guest.close();
            fixture.close();
        }
    }
}
