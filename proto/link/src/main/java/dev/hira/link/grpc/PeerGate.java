package dev.hira.link.grpc;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.tls.TlsFailures;
import dev.hira.link.grpc.tls.TlsIdentity;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The gate of an accepted connection: nothing passes in either direction until the peer's identity
 * is known and admitted; then the gate leaves the pipeline. The state for TLS is made only when the
 * peer begins a handshake. A peer that is refused is told why, in the HTTP/2 frame by which servers
 * end connections.
 */
final class PeerGate extends ChannelDuplexHandler {
    private static final int TLS_HANDSHAKE = 0x16;
    private static final int HTTP2_PREFACE = 'P';
    private static final int FRAME_HEADER = 9;

    private final PeerConnection connection;
    private final PeerConnections all;
    private final @Nullable TlsIdentity tls;
    private final PeerAdmission admission;
    private final GrpcLimits limits;
    private final Queue<Write> waiting = new ArrayDeque<>();
    private @Nullable SslHandler secured;
    private @Nullable Future<?> limit;
    private boolean open;
    private boolean refused;

    /** What gRPC writes before the peer is admitted: its first frames. */
    private record Write(Object message, ChannelPromise promise) {}

    /**
     * @param tls the identity of this process at an address for TLS; null at others
     */
    PeerGate(
            PeerConnection connection,
            PeerConnections all,
            @Nullable TlsIdentity tls,
            PeerAdmission admission,
            GrpcLimits limits) {
        this.connection = connection;
        this.all = all;
        this.tls = tls;
        this.admission = admission;
        this.limits = limits;
    }

    @Override
    public void channelRegistered(ChannelHandlerContext context) {
        if (tls == null) {
            decide(context, LocalPeers.of(context.channel()));
        } else {
            all.handshakeBegins(connection);
            limit =
                    context.executor()
                            .schedule(
                                    () -> tooSlow(context),
                                    limits.handshake().toNanos(),
                                    TimeUnit.NANOSECONDS);
        }
        context.fireChannelRegistered();
    }

    private void tooSlow(ChannelHandlerContext context) {
        if (!open && !refused && context.channel().isOpen()) {
            refused = true;
            all.tellRefused(
                    context.channel().remoteAddress(),
                    "its TLS handshake took longer than "
                            + limits.handshake().toMillis()
                            + " ms (timeouts.open)");
            close(context);
        }
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        if (open) {
            context.fireChannelRead(message);
        } else if (!refused && secured == null && tls != null && message instanceof ByteBuf first) {
            begin(context, tls, first);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext context, TlsIdentity own, ByteBuf first)
            throws Exception {
        int kind = first.isReadable() ? first.getUnsignedByte(first.readerIndex()) : -1;
        if (kind == TLS_HANDSHAKE) {
            SslHandler handler = own.server(context.alloc(), limits.handshake());
            secured = handler;
            context.pipeline().addBefore(context.name(), null, handler);
            handler.channelRead(context.pipeline().context(handler), first);
            return;
        }
        first.release();
        if (kind == HTTP2_PREFACE) {
            refuse(
                    context,
                    "this address takes connections by TLS only; use hira+tls://host:port with a"
                            + " certificate");
        } else {
            close(context);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        SslHandler handler = secured;
        if (event instanceof SslHandshakeCompletionEvent done && handler != null) {
            if (done.isSuccess()) {
                shaken(context, handler);
            } else {
                failed(context, done.cause());
            }
        }
        context.fireUserEventTriggered(event);
    }

    private void shaken(ChannelHandlerContext context, SslHandler handler) {
        PeerIdentity peer = TlsIdentity.peer(handler.engine().getSession());
        if (!(peer instanceof PeerIdentity.Certified)) {
            refuse(
                    context,
                    "the certificate states no role; use one with the URI hira://ROLE/NAME among"
                            + " its alternative names");
        } else if (!ApplicationProtocolNames.HTTP_2.equals(handler.applicationProtocol())) {
            refuse(context, "the client does not ask for HTTP/2 (h2) in its TLS handshake");
        } else {
            decide(context, peer);
        }
    }

    private void failed(ChannelHandlerContext context, Throwable cause) {
        String words = TlsFailures.explain(cause);
        if (!refused && !(cause instanceof ClosedChannelException)) {
            all.tellRefused(
                    context.channel().remoteAddress(),
                    words == null ? String.valueOf(cause.getMessage()) : words);
        }
    }

    private void decide(ChannelHandlerContext context, PeerIdentity peer) {
        connection.proves(peer);
        Optional<String> problem = admission.problem(peer);
        if (problem.isPresent()) {
            refuse(context, problem.get());
            return;
        }
        open = true;
        all.handshakeEnds(connection);
        SslHandler handler = secured;
        if (tls != null && handler != null) {
            tls.watch(context.channel(), handler, connection::revoked);
        }
        for (Write one = waiting.poll(); one != null; one = waiting.poll()) {
            var _ = context.write(one.message(), one.promise());
        }
        context.flush();
        context.pipeline().remove(this);
    }

    /** Tells the peer why, and waits for it to close, so that the text is not lost. */
    private void refuse(ChannelHandlerContext context, String why) {
        refused = true;
        all.tellRefused(context.channel().remoteAddress(), why);
        drop();
        var _ =
                context.writeAndFlush(farewell(StatusMapping.REFUSED + why))
                        .addListener(sent -> {
                            if (context.channel() instanceof DuplexChannel duplex) {
                                var _ = duplex.shutdownOutput();
                            } else {
                                var _ = context.close();
                            }
                        });
        var _ =
                context.executor()
                        .schedule(
                                () -> close(context),
                                limits.handshake().toNanos(),
                                TimeUnit.NANOSECONDS);
    }

    /** Returns the frames SETTINGS, which comes first on every connection, and GOAWAY. */
    static ByteBuf farewell(String why) {
        ByteBuf frames = Unpooled.buffer();
        frames.writeMedium(0).writeByte(Http2FrameTypes.SETTINGS).writeByte(0).writeInt(0);
        int start = frames.writerIndex();
        frames.writeMedium(0).writeByte(Http2FrameTypes.GO_AWAY).writeByte(0).writeInt(0);
        frames.writeInt(0).writeInt((int) Http2Error.INADEQUATE_SECURITY.code());
        ByteBufUtil.writeUtf8(frames, why);
        frames.setMedium(start, frames.writerIndex() - start - FRAME_HEADER);
        return frames;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (open) {
            var _ = context.write(message, promise);
            return;
        }
        waiting.add(new Write(message, promise));
        if (refused) {
            drop();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        drop();
        context.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        drop();
        all.handshakeEnds(connection);
        if (limit != null) {
            limit.cancel(false);
        }
    }

    /** Drops writes; they do not fail, because gRPC would close the connection then. */
    private void drop() {
        for (Write one = waiting.poll(); one != null; one = waiting.poll()) {
            ReferenceCountUtil.release(one.message());
            one.promise().trySuccess();
        }
    }
}
