package dev.hira.wire.grpc;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The client's end of a call, on a connection that belongs to it alone as long as it lasts. */
final class ClientPort extends ClientCall.Listener<WireMessage> implements StreamPort {
    private final Connection connection;
    private final ClientCall<WireMessage, WireMessage> call;
    private final String peer;
    private @Nullable GrpcLink link;
    private volatile boolean started;
    private boolean inOrder;

    ClientPort(Connection connection, ClientCall<WireMessage, WireMessage> call, String peer) {
        this.connection = connection;
        this.call = call;
        this.peer = peer;
    }

    /** Opens the stream. On the event loop. */
    void start(GrpcLink link, Metadata headers) {
        this.link = link;
        call.start(this, headers);
        started = true;
    }

    @Override
    public void onReady() {
        link().onConnected();
        link().onReady();
    }

    @Override
    public void onMessage(WireMessage message) {
        link().onMessage(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        inOrder = status.isOk();
        link().onEnded(StatusMapping.fromGrpc(status, peer));
    }

    @Override
    public void request(int messages) {
        call.request(messages);
    }

    @Override
    public boolean isReady() {
        return started && call.isReady();
    }

    @Override
    public void send(Frame frame) {
        call.sendMessage(new WireMessage.Content(frame));
    }

    @Override
    public void finish(LinkStatus reason) {
        call.halfClose();
    }

    @Override
    public void abort(LinkStatus reason) {
        call.cancel(reason.message(), null);
    }

    @Override
    public void ended() {
        connection.done(inOrder);
    }

    private GrpcLink link() {
        return Objects.requireNonNull(link, "the call was not started");
    }
}
