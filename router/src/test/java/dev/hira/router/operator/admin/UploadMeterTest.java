package dev.hira.router.operator.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.CheckpointProgress;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.router.operator.stream.UploadMeter;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An upload to a service for operators that is slow to read. */
@Timeout(240)
final class UploadMeterTest {
    private static final int MESSAGE = 4 << 20;
    private static final ByteString PART = ByteString.copyFrom(new byte[256 << 10]);

    /** More than a message's limit and flow control's window together. */
    private static final int PARTS = 100;

    /** A server, and an upload to it. */
    private static final class Upload implements AutoCloseable {
        final EventLoops loops = EventLoops.create(2, "upload");
        final SlowService service = new SlowService();
        final Sender sender = new Sender();
        private final GrpcLinkServer server;
        private final ManagedChannel channel;

        /**
         * @param received the most unread bytes of all peers
         */
        Upload(long received) throws IOException {
            PeerLimits peers =
                    new PeerLimits(2, 8, 8, MESSAGE, received, Duration.ofHours(1), false);
            server =
                    GrpcLinkServer.builder()
                            .listen(URI.create("hira://127.0.0.1:0"))
                            .eventLoops(loops)
                            .peers(peers)
                            .onLink((link, peer) -> link.close())
                            .service(UploadMeter.of(service))
                            .start();
            channel = GrpcChannels.open(server.uri(), LinkOptions.on(loops.next()));
            AdminServiceGrpc.newStub(channel).restoreVm(sender);
        }

        @Override
        public void close() {
            channel.shutdownNow();
            server.close();
            loops.close();
        }
    }

    /** Reads an upload when it is told to. */
    private static final class SlowService extends AdminServiceGrpc.AdminServiceImplBase {
        final CompletableFuture<CheckpointUpload> begun = new CompletableFuture<>();
        private final CompletableFuture<StreamObserver<CheckpointProgress>> answers =
                new CompletableFuture<>();

        @Override
        public StreamObserver<RestoreVmRequest> restoreVm(StreamObserver<CheckpointProgress> out) {
            answers.complete(out);
            return new CheckpointUpload(
                    (ServerCallStreamObserver<CheckpointProgress>) out,
                    (first, upload) -> begun.complete(upload));
        }

        void read() throws IOException, InterruptedException {
            long bytes =
                    begun.orTimeout(120, TimeUnit.SECONDS)
                            .join()
                            .writeTo(Channels.newChannel(OutputStream.nullOutputStream()));
            answers.join().onNext(CheckpointProgress.newBuilder().setMemoryBytes(bytes).build());
            answers.join().onCompleted();
        }
    }

    /** Sends parts whenever the connection takes them, and notes when it takes none. */
    private static final class Sender
            implements ClientResponseObserver<RestoreVmRequest, CheckpointProgress> {
        final CompletableFuture<Integer> full = new CompletableFuture<>();
        final CompletableFuture<Long> taken = new CompletableFuture<>();
        private int sent;

        @Override
        public void beforeStart(ClientCallStreamObserver<RestoreVmRequest> stream) {
            stream.setOnReadyHandler(() -> send(stream));
        }

        private void send(ClientCallStreamObserver<RestoreVmRequest> request) {
            while (request.isReady() && sent < PARTS) {
                sent++;
                request.onNext(RestoreVmRequest.newBuilder().setContent(PART).build());
                if (sent == PARTS) {
                    request.onCompleted();
                }
            }
            if (sent * (long) PART.size() > MESSAGE) {
                full.complete(sent);
            }
        }

        @Override
        public void onNext(CheckpointProgress progress) {
            taken.complete(progress.getMemoryBytes());
        }

        @Override
        public void onError(Throwable problem) {
            full.completeExceptionally(problem);
            taken.completeExceptionally(problem);
        }

        @Override
        public void onCompleted() {}
    }

    @Test
    void shouldHoldBackAnUploadThatIsFasterThanItsReader() throws Exception {
        try (Upload upload = new Upload(1 << 30)) {
            assertThat(upload.sender.full.get(120, TimeUnit.SECONDS)).isLessThan(PARTS);
            upload.service.read();
            assertThat(upload.sender.taken.get(120, TimeUnit.SECONDS))
                    .isEqualTo((long) PARTS * PART.size());
        }
    }

    @Test
    void shouldTakeAnUploadOfManyTimesTheMemoryForAllPeers() throws Exception {
        try (Upload upload = new Upload(MESSAGE)) {
            upload.service.read();
            assertThat(upload.sender.taken.get(120, TimeUnit.SECONDS))
                    .isEqualTo((long) PARTS * PART.size());
        }
    }

    @Test
    void shouldTellTheReaderThatTheSenderIsGone() throws Exception {
        try (Upload upload = new Upload(MESSAGE)) {
            upload.service.begun.get(120, TimeUnit.SECONDS);
            upload.channel.shutdownNow();
            assertThatThrownBy(upload.service::read)
                    .isInstanceOf(IOException.class)
                    .hasMessage("the upload broke off");
        }
    }
}
