package dev.hira.link.grpc;

import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.stream.StreamPort;
import dev.hira.link.grpc.stream.StreamWriter;
import dev.hira.link.grpc.stream.WireMessage;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The client's end of a call on a connection that carries no other link meanwhile. */
final class ClientPort extends ClientCall.Listener<WireMessage> implements StreamPort {
    private final LinkConnection connection;
    private final ClientCall<WireMessage, WireMessage> call;
    private final String peer;
    private final UnsentLimit unsent;
    private @Nullable GrpcLink link;
    private volatile @Nullable StreamWriter writer;
    private boolean endedNormally;

    ClientPort(
            LinkConnection connection,
            ClientCall<WireMessage, WireMessage> call,
            String peer,
            UnsentLimit unsent) {
        this.connection = connection;
        this.call = call;
        this.peer = peer;
        this.unsent = unsent;
    }

    /** Opens the stream. On the event loop. */
    void start(GrpcLink link, Metadata headers) {
        this.link = link;
        call.start(this, headers);
    }

    /** Notes that the stream exists: gRPC has written its headers. */
    @Override
    public void onReady() {
        if (writer == null) {
            Channel socket = connection.socket();
            if (socket == null) {
                call.cancel("the connection is not known", null);
                return;
            }
            writer = new StreamWriter(socket, lastStream(socket), unsent.newLink(), this::ready);
            link().onConnected();
            ready();
        }
    }

    /** Returns the number of the newest stream: a connection carries one link at a time. */
    private static int lastStream(Channel socket) {
        return socket.pipeline()
                .get(Http2ConnectionHandler.class)
                .connection()
                .local()
                .lastStreamCreated();
    }

    private void ready() {
        link().onReady();
    }

    @Override
    public void onMessage(WireMessage message) {
        link().onMessage(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        endedNormally = status.isOk();
        link().onEnded(StatusMapping.fromGrpc(status, peer), StatusMapping.isLoss(status));
    }

    @Override
    public void request(int messages) {
        call.request(messages);
    }

    @Override
    public boolean isReady() {
        StreamWriter to = writer;
        return to != null && to.isReady();
    }

    @Override
    public void send(Frame frame) {
        writer().send(frame);
    }

    @Override
    public void finish(LinkStatus reason) {
        writer().finish(call::halfClose);
    }

    @Override
    public void abort(LinkStatus reason) {
        call.cancel(reason.message(), null);
    }

    @Override
    public void ended() {
        StreamWriter to = writer;
        if (to != null) {
            to.close();
        }
        connection.done(endedNormally);
    }

    private StreamWriter writer() {
        return Objects.requireNonNull(writer, "the stream does not exist yet");
    }

    private GrpcLink link() {
        return Objects.requireNonNull(link, "the call was not started");
    }
}
