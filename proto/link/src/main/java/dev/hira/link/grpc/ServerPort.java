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
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The server's end of a call. */
final class ServerPort extends ServerCall.Listener<WireMessage> implements StreamPort {
    private final ServerCall<WireMessage, WireMessage> call;
    private final Channel connection;
    private final GrpcLimits limits;
    private final AcceptedLink accepted;
    private final StreamWriter writer;
    private final AtomicBoolean finished = new AtomicBoolean();
    private final AtomicBoolean trusted = new AtomicBoolean();

    /**
     * Ends the link of a peer that sends nothing; null: it has sent something, or the link ended.
     */
    private @Nullable Future<?> silence;

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

    /**
     * Begins to wait for the first message.
     *
     * @param limit the task that ends the wait, which is cancelled when a message comes
     */
    void expectMessage(Future<?> limit) {
        silence = limit;
    }

    private void endSilence() {
        Future<?> limit = silence;
        silence = null;
        if (limit != null) {
            limit.cancel(false);
        }
    }

    @Override
    public void onMessage(WireMessage message) {
        endSilence();
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
    public void trust(String owner) {
        writer.belongsTo(owner);
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
        endSilence();
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
