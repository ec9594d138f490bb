package dev.hira.link.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.stream.ReceiveBudget;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2EventAdapter;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {
    private static final int CHUNK = 300_000;
    private static final int SETTINGS = 4;
    private static final int GO_AWAY = 7;

    @Test
    void shouldAllowLargeFramesToThePeerOfATrustedCall() {
        GrpcLimits limits = GrpcLimits.DEFAULT.withChunk(CHUNK);
        EmbeddedChannel channel = new EmbeddedChannel(http2());
        channel.writeInbound(greeting());
        channel.releaseOutbound();
        PeerConnection connection =
                new PeerConnection(
                        channel, connections(limits), PeerLimits.trusting(limits), limits);
        connection.callTrusted();
        channel.runPendingTasks();
        ByteBuf sent = channel.readOutbound();
        assertThat(sent).isNotNull();
        assertThat(sent.getByte(3)).isEqualTo((byte) SETTINGS);
        assertThat(sent.getShort(9)).isEqualTo((short) Http2CodecUtil.SETTINGS_MAX_FRAME_SIZE);
        assertThat(sent.getInt(11)).isEqualTo(CHUNK);
        sent.release();
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldTellThePeerBeforeItClosesAnUnusedConnection() {
        GrpcLimits limits = GrpcLimits.DEFAULT;
        PeerLimits quick =
                new PeerLimits(4, 8, 8, 64 << 10, 1 << 20, Duration.ofSeconds(10), false);
        EmbeddedChannel channel = new EmbeddedChannel(http2());
        channel.freezeTime();
        channel.writeInbound(greeting());
        channel.releaseOutbound();
        PeerConnection connection = new PeerConnection(channel, connections(quick), quick, limits);
        connection.callTrusted();
        connection.linkEnded(true);
        channel.runPendingTasks();
        channel.releaseOutbound();
        channel.advanceTimeBy(10, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        ByteBuf sent = channel.readOutbound();
        assertThat(sent).as("the frame that lets a client open another connection").isNotNull();
        assertThat(sent.getByte(3)).isEqualTo((byte) GO_AWAY);
        sent.release();
        assertThat(channel.isOpen()).isTrue();
        channel.advanceTimeBy(1, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        channel.finishAndReleaseAll();
    }

    private static PeerConnections connections(GrpcLimits limits) {
        return connections(PeerLimits.trusting(limits));
    }

    private static PeerConnections connections(PeerLimits limits) {
        return new PeerConnections(
                limits,
                new ReceiveBudget("unknown", Long.MAX_VALUE),
                new ReceiveBudget("known", Long.MAX_VALUE),
                () -> new ListenerInfo(URI.create("hira://localhost:1"), null),
                () -> 0);
    }

    private static Http2ConnectionHandler http2() {
        return new Http2ConnectionHandlerBuilder()
                .server(true)
                .frameListener(new Http2EventAdapter())
                .build();
    }

    /** Returns the bytes with which a client begins. */
    private static ByteBuf greeting() {
        ByteBuf settings = Unpooled.buffer().writeMedium(0).writeByte(SETTINGS).writeByte(0);
        return Unpooled.wrappedBuffer(Http2CodecUtil.connectionPrefaceBuf(), settings.writeInt(0));
    }
}
