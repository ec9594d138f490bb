package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.grpc.net.GrpcFixture;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.SessionServiceGrpc;
import dev.hira.wire.v1.WireFrame;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that any client with gRPC and protobuf can be a guest, and several on one connection. */
@ExtendWith(NoLeaks.class)
class ForeignClientTest {
    private GrpcFixture fixture;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws Exception {
        fixture = new GrpcFixture(URI.create("hira://127.0.0.1:0"));
        channel =
                NettyChannelBuilder.forAddress("127.0.0.1", fixture.server.uri().getPort())
                        .usePlaintext()
                        .build();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        fixture.close();
    }

    /** The client's end of a stream, built only from protoc's generated code. */
    private final class Client implements StreamObserver<WireFrame> {
        private final BlockingQueue<byte[]> answers = new LinkedBlockingQueue<>();
        private final CompletableFuture<String> end = new CompletableFuture<>();
        private final StreamObserver<WireFrame> stream =
                SessionServiceGrpc.newStub(channel).connect(this);

        void send(int bytes, int seed) {
            stream.onNext(WireFrame.newBuilder().setContent(content(bytes, seed)).build());
        }

        byte[] answer() throws InterruptedException {
            byte[] answer = answers.poll(120, TimeUnit.SECONDS);
            assertThat(answer).as("an answer; the end: %s", end).isNotNull();
            return answer;
        }

        @Override
        public void onNext(WireFrame frame) {
            answers.add(frame.getContent().toByteArray());
        }

        @Override
        public void onError(Throwable failure) {
            end.complete(failure.toString());
        }

        @Override
        public void onCompleted() {
            end.complete("completed");
        }
    }

    /** Echoes every frame. */
    private record Echo(Link link) implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            link.send(frame);
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }

    private static ByteString content(int bytes, int seed) {
        byte[] payload = new byte[bytes];
        new Random(seed).nextBytes(payload);
        FrameWriter writer = new FrameWriter();
        Frame frame =
                writer.begin(RecordKinds.CALL, 0, seed, 1, 2)
                        .payloadInline(1, MemorySegment.ofArray(payload), bytes, true)
                        .end()
                        .finish(FrameLayout.AUDIENCE_PEER);
        byte[] content = new byte[frame.size()];
        frame.copyTo(MemorySegment.ofArray(content), 0);
        frame.release();
        return ByteString.copyFrom(content);
    }

    private Link echo() throws InterruptedException {
        Link link = fixture.accepted().link();
        link.start(new Echo(link));
        return link;
    }

    @Test
    void shouldGetItsOwnFramesBackBesideAnotherStreamOfTheConnection() throws Exception {
        Client first = new Client();
        first.send(10, 1);
        Link firstLink = echo();
        assertThat(first.answer()).isEqualTo(content(10, 1).toByteArray());
        Client second = new Client();
        second.send(1_000_000, 2);
        echo();
        for (int i = 0; i < 20; i++) {
            first.send(100_000 + i, 3);
            second.send(200_000 + i, 4);
        }
        assertThat(second.answer()).isEqualTo(content(1_000_000, 2).toByteArray());
        for (int i = 0; i < 20; i++) {
            assertThat(first.answer()).isEqualTo(content(100_000 + i, 3).toByteArray());
            assertThat(second.answer()).isEqualTo(content(200_000 + i, 4).toByteArray());
        }
        firstLink.close();
        assertThat(first.end.get(120, TimeUnit.SECONDS)).isEqualTo("completed");
        second.send(5, 5);
        assertThat(second.answer()).isEqualTo(content(5, 5).toByteArray());
    }

    @Test
    void shouldGetEverythingThatWasSentBeforeTheEnd() throws Exception {
        Client client = new Client();
        for (int i = 0; i < 100; i++) {
            client.send(50_000, i);
        }
        client.stream.onCompleted();
        echo();
        for (int i = 0; i < 100; i++) {
            assertThat(client.answer()).isEqualTo(content(50_000, i).toByteArray());
        }
        assertThat(client.end.get(120, TimeUnit.SECONDS)).isEqualTo("completed");
    }
}
