package dev.hira.link.grpc;

import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.stream.InboundStream;
import io.netty.channel.Channel;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call to another service of a {@link GrpcLinkServer}. A service that knows the peer can {@link
 * #trust} it: the call may then send any amount, and its connection counts as used.
 */
public final class PeerCall {
    /** The bytes of gRPC's own before each message. */
    private static final int PREFIX = 5;

    private final @Nullable PeerConnection connection;
    private final @Nullable InboundStream inbound;
    private final AtomicBoolean trusted = new AtomicBoolean();

    private PeerCall(@Nullable PeerConnection connection, @Nullable InboundStream inbound) {
        this.connection = connection;
        this.inbound = inbound;
    }

    /** Returns the call that is starting. Only in {@code startCall}, on the call's event loop. */
    public static PeerCall starting() {
        Channel channel = ServerConnection.reading();
        PeerConnection connection = channel == null ? null : PeerConnection.of(channel);
        if (channel == null || connection == null) {
            return new PeerCall(null, null);
        }
        int stream =
                channel.pipeline()
                        .get(Http2ConnectionHandler.class)
                        .connection()
                        .remote()
                        .lastStreamCreated();
        return new PeerCall(connection, connection.inbound(stream));
    }

    /** Returns the identity that the peer's connection proves. */
    public PeerIdentity identity() {
        return connection == null ? new PeerIdentity.Unproven() : connection.identity();
    }

    /** Marks the peer as known; {@link #ended} must follow. Only the first time has an effect. */
    public void trust() {
        if (!trusted.compareAndSet(false, true)) {
            return;
        }
        if (inbound != null) {
            inbound.trust();
        }
        if (connection != null) {
            connection.callTrusted();
        }
    }

    /** Notes that a message of this size was read, which makes room for others. Any thread. */
    public void read(long bytes) {
        if (inbound != null) {
            inbound.read(bytes + PREFIX);
        }
    }

    /** Notes that the call has ended. Any thread. */
    public void ended() {
        if (connection != null && trusted.compareAndSet(true, false)) {
            connection.linkEnded(true);
        }
    }
}
