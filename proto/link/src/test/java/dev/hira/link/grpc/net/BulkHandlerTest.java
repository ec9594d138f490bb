package dev.hira.link.grpc.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2EventAdapter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BulkHandlerTest {
    private static final int SETTINGS = 4;
    private static final int HEADER_BYTES = 9;
    private static final int SETTING_BYTES = 6;

    @Test
    void shouldAllowThePeerLargeFramesOnceItSpeaks() {
        BulkHandler bulk = new BulkHandler(GrpcLimits.DEFAULT.withChunk(300_000), true);
        EmbeddedChannel channel = new EmbeddedChannel(bulk, http2());
        assertThat(maxFrameSizes(channel)).isEmpty();
        channel.writeInbound(greeting());
        assertThat(maxFrameSizes(channel)).containsExactly(300_000);
        channel.writeInbound(emptySettings());
        assertThat(maxFrameSizes(channel)).isEmpty();
        assertThat(channel.pipeline().get(BulkHandler.class)).isNull();
        channel.finishAndReleaseAll();
    }

    @Test
    void shouldRefuseChunksThatHttp2DoesNotKnow() {
        assertThatThrownBy(() -> GrpcLimits.DEFAULT.withChunk(16 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16777216 bytes is not between 16 KiB and 16 MiB");
        assertThatThrownBy(() -> GrpcLimits.DEFAULT.withChunk(1000))
                .hasMessageContaining("1000 bytes is not between");
    }

    private static Http2ConnectionHandler http2() {
        return new Http2ConnectionHandlerBuilder()
                .server(true)
                .frameListener(new Http2EventAdapter())
                .build();
    }

    /** Returns the bytes with which a client begins. */
    private static ByteBuf greeting() {
        return Unpooled.wrappedBuffer(Http2CodecUtil.connectionPrefaceBuf(), emptySettings());
    }

    private static ByteBuf emptySettings() {
        return Unpooled.buffer().writeMedium(0).writeByte(SETTINGS).writeByte(0).writeInt(0);
    }

    /** Returns the largest frame size in the settings sent meanwhile. */
    private static List<Integer> maxFrameSizes(EmbeddedChannel channel) {
        ByteBuf sent = Unpooled.buffer();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            sent.writeBytes(part);
            part.release();
        }
        List<Integer> sizes = new ArrayList<>();
        while (sent.readableBytes() >= HEADER_BYTES) {
            int length = sent.readMedium();
            int type = sent.readByte();
            sent.skipBytes(HEADER_BYTES - 4);
            for (int at = 0; type == SETTINGS && at < length; at += SETTING_BYTES) {
                int key = sent.getShort(sent.readerIndex() + at);
                if (key == Http2CodecUtil.SETTINGS_MAX_FRAME_SIZE) {
                    sizes.add(sent.getInt(sent.readerIndex() + at + 2));
                }
            }
            sent.skipBytes(length);
        }
        return sizes;
    }
}
