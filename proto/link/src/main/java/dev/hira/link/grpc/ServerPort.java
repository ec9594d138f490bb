package dev.hira.link.grpc;

import dev.hira.link.grpc.net.BulkHandler;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.OutboundMessage;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.stream.StreamPort;
import dev.hira.link.grpc.stream.StreamWriter;
import dev.hira.link.grpc.stream.WireMessage;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicBoolean;

/** The server's end of a call. */
final class ServerPort extends ServerCall.Listener<WireMessage> implements StreamPort {
    private final ServerCall<WireMessage, WireMessage> call;
    private final Channel connection;
    private final GrpcLimits limits;
    private final AcceptedLink accepted;
    private final StreamWriter writer;
    private final AtomicBoolean finished = new AtomicBoolean();
    private final AtomicBoolean trusted = new AtomicBoolean();
    private boolean heard;

    /**
     * Creates the port of a starting call, on its connection's event loop.
     *
     * @param stream the number of the call's stream
     */
    ServerPort(
            ServerCall<WireMessage, WireMessage> call,
            Channel connection,
            int stream,
            GrpcLimits limits,
            AcceptedLink accepted) {
        this.call = call;
        this.connection = connection;
        this.limits = limits;
        this.accepted = accepted;
        writer = new StreamWriter(connection, stream, limits.unsent().newLink(), this::ready);
    }

    /** Returns whether the peer has sent anything since it opened the stream. */
    boolean heard() {
        return heard;
    }

    @Override
    public void onMessage(WireMessage message) {
        heard = true;
        if (message instanceof WireMessage.Content(var frame)) {
            accepted.read(OutboundMessage.bytesOf(frame.size()));
        }
        link().onMessage(message);
    }

    @Override
    public void onHalfClose() {
        LinkStatus reason = link().onPeerFinished();
        end(Status.OK.withDescription(reason.message()));
    }

    @Override
    public void onCancel() {
        link().onEnded(new LinkStatus(LinkStatus.Cause.UNAVAILABLE, accepted.ending()));
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
    public void trust() {
        if (trusted.compareAndSet(false, true)) {
            accepted.trust();
            BulkHandler.allowLargeFrames(connection, limits);
        }
    }

    @Override
    public void keep(long bytes) {
        accepted.keep(bytes);
    }

    @Override
    public void abort(LinkStatus reason) {
        accepted.abort();
    }

    @Override
    public void ended() {
        writer.close();
        accepted.ended();
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
        return accepted.link();
    }
}
