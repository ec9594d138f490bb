package dev.hira.link.grpc;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.LinkMethod;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.stream.StreamPort;
import dev.hira.link.grpc.stream.StreamWriter;
import dev.hira.link.grpc.stream.WireMessage;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client's end of a call on a connection that carries no other link meanwhile. If the server
 * closes the connection before the stream exists, the call begins again on another connection: no
 * frame was sent, so the server cannot have begun anything.
 */
final class ClientPort extends ClientCall.Listener<WireMessage> implements StreamPort {
    /** The connections that a link tries before it gives up. */
    private static final int MOST_CONNECTIONS = 3;

    private final Supplier<LinkConnection> connections;
    private final GrpcLimits limits;
    private final String peer;
    private final Metadata headers;
    private @Nullable GrpcLink link;
    private LinkConnection connection;
    private ClientCall<WireMessage, WireMessage> call;
    private int tried = 1;
    private int requested;
    private volatile @Nullable StreamWriter writer;
    private boolean endedNormally;

    /**
     * @param connections gives connections without a link
     */
    ClientPort(
            Supplier<LinkConnection> connections,
            Metadata headers,
            String peer,
            GrpcLimits limits) {
        this.connections = connections;
        this.headers = headers;
        this.peer = peer;
        this.limits = limits;
        connection = connections.get();
        call = newCall(connection);
    }

    private ClientCall<WireMessage, WireMessage> newCall(LinkConnection on) {
        return on.channel().newCall(LinkMethod.descriptor(limits), CallOptions.DEFAULT);
    }

    /** Opens the stream. On the event loop. */
    void start(GrpcLink link) {
        this.link = link;
        begin();
    }

    private void begin() {
        Metadata own = new Metadata(); // gRPC changes what it is given
        own.merge(headers);
        call.start(this, own);
    }

    /** Opens the stream on another connection; false if there is none. */
    private boolean beginAgain() {
        LinkConnection next;
        try {
            next = connections.get();
        } catch (RuntimeException none) {
            return false; // the end of the present connection says what happened first
        }
        connection.done(false);
        tried++;
        connection = next;
        call = newCall(connection);
        begin();
        if (requested > 0) {
            call.request(requested);
        }
        return true;
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
            writer =
                    new StreamWriter(
                            socket, lastStream(socket), limits.unsent().newLink(), this::ready);
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
        if (writer == null
                && tried < MOST_CONNECTIONS
                && StatusMapping.isClosedUnused(status)
                && beginAgain()) {
            return;
        }
        endedNormally = status.isOk();
        link().onEnded(StatusMapping.fromGrpc(status, peer), StatusMapping.isLoss(status));
    }

    @Override
    public void request(int messages) {
        requested += writer == null ? messages : 0;
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
