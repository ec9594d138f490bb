package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.BindableService;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the limits on calls to a service that trusts its peers, or does not. */
@Timeout(240)
final class PeerCallTest {
    private static final int BYTES = 10_000;
    private static final PeerLimits LIMITS =
            new PeerLimits(2, 8, 8, 64 << 10, 16 << 20, Duration.ofHours(1), true);

    private final EventLoops loops = EventLoops.create(1, "peer-call");
    private final Totals service = new Totals();
    private final GrpcLinkServer server = start();
    private final ManagedChannel channel =
            GrpcChannels.open(
                    server.uri(), LinkOptions.on(loops.next()).withKeepAlive(GrpcFixture.PATIENT));

    private GrpcLinkServer start() {
        try {
            return GrpcLinkServer.builder()
                    .listen(URI.create("hira://127.0.0.1:0"))
                    .eventLoops(loops)
                    .keepAlive(GrpcFixture.PATIENT)
                    .peers(LIMITS)
                    .onLink((link, peer) -> link.close())
                    .service(service)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() {
        channel.shutdownNow();
        server.close();
        loops.close();
    }

    /** Answers with the number of bytes that came, as the length of the answer. */
    private static final class Totals
            implements BindableService, ServerCallHandler<byte[], byte[]> {
        static final MethodDescriptor<byte[], byte[]> SEND =
                MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                        .setType(MethodType.BIDI_STREAMING)
                        .setFullMethodName("test.Totals/Send")
                        .build();

        volatile boolean trusts;

        @Override
        public ServerServiceDefinition bindService() {
            return ServerServiceDefinition.builder("test.Totals").addMethod(SEND, this).build();
        }

        @Override
        public ServerCall.Listener<byte[]> startCall(
                ServerCall<byte[], byte[]> call, Metadata headers) {
            PeerCall peer = PeerCall.starting();
            call.request(1);
            return new ServerCall.Listener<>() {
                private int total;

                @Override
                public void onMessage(byte[] message) {
                    if (trusts && total == 0) {
                        peer.trust();
                        call.sendHeaders(new Metadata());
                    }
                    total += message.length;
                    peer.read(message.length);
                    call.request(1);
                }

                @Override
                public void onHalfClose() {
                    if (!trusts) {
                        call.sendHeaders(new Metadata());
                    }
                    call.sendMessage(new byte[total / BYTES]);
                    call.close(Status.OK, new Metadata());
                }

                @Override
                public void onCancel() {
                    peer.ended();
                }

                @Override
                public void onComplete() {
                    peer.ended();
                }
            };
        }
    }

    /** A message is its bytes. */
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A call of a client. */
    private final class Sending extends ClientCall.Listener<byte[]> {
        private final ClientCall<byte[], byte[]> call =
                channel.newCall(Totals.SEND, CallOptions.DEFAULT);
        private final CompletableFuture<Void> begun = new CompletableFuture<>();
        private final CompletableFuture<Integer> answer = new CompletableFuture<>();
        private final CompletableFuture<Status> end = new CompletableFuture<>();

        Sending() {
            call.start(this, new Metadata());
            call.request(2);
            call.sendMessage(new byte[BYTES]);
        }

        void awaitBegin() {
            begun.orTimeout(120, TimeUnit.SECONDS).join();
        }

        void sendOthers(int messages) {
            for (int i = 1; i < messages; i++) {
                call.sendMessage(new byte[BYTES]);
            }
            call.halfClose();
        }

        Status end() {
            return end.orTimeout(120, TimeUnit.SECONDS).join();
        }

        @Override
        public void onHeaders(Metadata headers) {
            begun.complete(null);
        }

        @Override
        public void onMessage(byte[] message) {
            answer.complete(message.length);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            end.complete(status);
        }
    }

    @Test
    void shouldLetATrustedCallSendMoreThanAFirstMessage() {
        service.trusts = true;
        Sending sending = new Sending();
        sending.awaitBegin();
        sending.sendOthers(3000);
        assertThat(sending.end().isOk()).isTrue();
        assertThat(sending.answer.join()).isEqualTo(3000);
    }

    @Test
    void shouldKeepTheConnectionOfATrustedCallWhenOthersComeAndGo() throws IOException {
        service.trusts = true;
        Sending sending = new Sending();
        sending.awaitBegin();
        for (int i = 0; i < 4; i++) {
            try (Socket silent = new Socket("127.0.0.1", server.uri().getPort());
                    Socket next = new Socket("127.0.0.1", server.uri().getPort())) {
                assertThat(silent.getInputStream().readAllBytes()).hasSizeLessThan(1000);
                assertThat(next.isConnected()).isTrue();
            }
        }
        sending.sendOthers(10);
        assertThat(sending.end().isOk()).isTrue();
    }

    @Test
    void shouldReplaceTheConnectionOfACallThatIsNotTrusted() throws IOException {
        Sending sending = new Sending();
        awaitConnections(1);
        try (Socket first = new Socket("127.0.0.1", server.uri().getPort());
                Socket second = new Socket("127.0.0.1", server.uri().getPort())) {
            LinkStatus status = StatusMapping.fromGrpc(sending.end(), "router");
            assertThat(status.cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(status.message()).endsWith(" connections, which is its limit");
            assertThat(first.isConnected() && second.isConnected()).isTrue();
        }
    }

    @Test
    void shouldNotKeepTheConnectionOfATrustedCallThatHasEnded() throws IOException {
        service.trusts = true;
        Sending sending = new Sending();
        sending.awaitBegin();
        sending.sendOthers(2);
        assertThat(sending.end().isOk()).isTrue();
        service.trusts = false;
        Sending after = new Sending();
        try (Socket first = new Socket("127.0.0.1", server.uri().getPort());
                Socket second = new Socket("127.0.0.1", server.uri().getPort())) {
            assertThat(after.end().isOk()).isFalse();
            assertThat(first.isConnected() && second.isConnected()).isTrue();
        }
    }

    private void awaitConnections(int count) {
        while (server.connections() < count) {
            Thread.onSpinWait();
        }
    }
}
