package dev.hira.wire.grpc;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The server's end of a call. */
final class ServerPort extends ServerCall.Listener<WireMessage> implements StreamPort {
    private final ServerCall<WireMessage, WireMessage> call;
    private final Channel connection;
    private final Runnable whenEnded;
    private final StreamWriter writer;
    private final AtomicBoolean finished = new AtomicBoolean();
    private @Nullable GrpcLink link;
    private boolean heard;

    /** Of a call that is just being started, on its connection's event loop. */
    ServerPort(
            ServerCall<WireMessage, WireMessage> call,
            Channel connection,
            int mostUnsent,
            Runnable whenEnded) {
        this.call = call;
        this.connection = connection;
        this.whenEnded = whenEnded;
        int stream =
                connection
                        .pipeline()
                        .get(Http2ConnectionHandler.class)
                        .connection()
                        .remote()
                        .lastStreamCreated();
        writer = new StreamWriter(connection, stream, mostUnsent, this::ready);
    }

    void join(GrpcLink link) {
        this.link = link;
    }

    /** Whether the peer has sent anything since it opened the stream. */
    boolean heard() {
        return heard;
    }

    @Override
    public void onMessage(WireMessage message) {
        heard = true;
        link().onMessage(message);
    }

    @Override
    public void onHalfClose() {
        LinkStatus reason = link().onPeerFinished();
        end(Status.OK.withDescription(reason.message()));
    }

    @Override
    public void onCancel() {
        link().onEnded(
                        new LinkStatus(
                                LinkStatus.Cause.UNAVAILABLE,
                                "the peer is gone: its connection ended"));
    }

    @Override
    public void onComplete() {
        link().onEnded(LinkStatus.NORMAL);
    }

    @Override
    public void request(int messages) {
        call.request(messages);
    }

    @Override
    public boolean isReady() {
        return writer.isReady();
    }

    @Override
    public void send(Frame frame) {
        writer.send(frame);
    }

    @Override
    public void finish(LinkStatus reason) {
        end(StatusMapping.toGrpc(reason));
    }

    @Override
    public void abort(LinkStatus reason) {
        var _ = connection.close();
    }

    @Override
    public void ended() {
        writer.close();
        whenEnded.run();
    }

    private void end(Status status) {
        if (finished.compareAndSet(false, true)) {
            writer.finish(() -> call.close(status, new Metadata()));
        }
    }

    private void ready() {
        link().onReady();
    }

    private GrpcLink link() {
        return Objects.requireNonNull(link, "the call was not joined with its link");
    }
}
