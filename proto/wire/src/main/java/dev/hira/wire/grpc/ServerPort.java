package dev.hira.wire.grpc;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.channel.Channel;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The server's end of a call. */
final class ServerPort extends ServerCall.Listener<WireMessage> implements StreamPort {
    private final ServerCall<WireMessage, WireMessage> call;
    private final Channel connection;
    private final Runnable whenEnded;
    private final AtomicBoolean finished = new AtomicBoolean();
    private @Nullable GrpcLink link;
    private boolean heard;

    ServerPort(ServerCall<WireMessage, WireMessage> call, Channel connection, Runnable whenEnded) {
        this.call = call;
        this.connection = connection;
        this.whenEnded = whenEnded;
    }

    void join(GrpcLink link) {
        this.link = link;
    }

    /** Whether the peer has sent anything since it opened the stream. */
    boolean heard() {
        return heard;
    }

    @Override
    public void onReady() {
        link().onReady();
    }

    @Override
    public void onMessage(WireMessage message) {
        heard = true;
        link().onMessage(message);
    }

    @Override
    public void onHalfClose() {
        LinkStatus reason = link().onPeerFinished();
        if (finished.compareAndSet(false, true)) {
            call.close(Status.OK.withDescription(reason.message()), new Metadata());
        }
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
        return call.isReady();
    }

    @Override
    public void send(Frame frame) {
        call.sendMessage(new WireMessage.Content(frame));
    }

    @Override
    public void finish(LinkStatus reason) {
        if (finished.compareAndSet(false, true)) {
            call.close(StatusMapping.toGrpc(reason), new Metadata());
        }
    }

    @Override
    public void abort(LinkStatus reason) {
        var _ = connection.close();
    }

    @Override
    public void ended() {
        whenEnded.run();
    }

    private GrpcLink link() {
        return Objects.requireNonNull(link, "the call was not joined with its link");
    }
}
