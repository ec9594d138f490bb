package dev.hira.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

final class FrameHeaderTest {
    private static final int RECORD = FrameLayout.RECORD_BYTES;

    private static FrameHeader read(int size, int headLength, int records, int last) {
        ByteBuf content = Unpooled.buffer(9).writeByte(0xEE);
        content.writeIntLE(headLength).writeShortLE(records).writeShortLE(last);
        return FrameHeader.read(content, 1, size);
    }

    private static void shouldRefuse(int size, int headLength, int records, int last, String why) {
        assertThatThrownBy(() -> read(size, headLength, records, last))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldReadTheNumbersThatWereWritten() {
        assertThat(read(8, 0, 0, 0)).isEqualTo(new FrameHeader(0, 0, FrameLayout.AUDIENCE_PEER));
        assertThat(read(8 + 2 * RECORD, 2 * RECORD, 2, 1))
                .isEqualTo(new FrameHeader(2 * RECORD, 2, FrameLayout.AUDIENCE_HOP));
        int most = 0xFFFF * RECORD;
        assertThat(read(8 + most, most, 0xFFFF, 0)).isEqualTo(new FrameHeader(most, 0xFFFF, 0));
    }

    @Test
    void shouldRefuseAFrameThatIsShorterThanItsHeader() {
        shouldRefuse(7, 0, 0, 0, "a frame of 7 bytes is shorter than its header of 8");
    }

    @Test
    void shouldRefuseRecordsThatExceedTheFrame() {
        shouldRefuse(8 + RECORD, RECORD + 1, 1, 0, "claims records of 25");
        shouldRefuse(8 + RECORD, -1, 1, 0, "claims records of 4294967295");
    }

    @Test
    void shouldRefuseAnUnknownAudienceAndAReservedByteThatIsNotZero() {
        shouldRefuse(8, 0, 0, 2, "audience 2 and reserved byte 0");
        shouldRefuse(8, 0, 0, 0x0101, "audience 1 and reserved byte 1");
        shouldRefuse(8, 0, 0, 0x8000, "audience 0 and reserved byte 128");
    }

    @Test
    void shouldRefuseMoreRecordsThanHaveRoom() {
        shouldRefuse(8 + 2 * RECORD, 2 * RECORD - 1, 2, 0, "2 records do not fit into 47 bytes");
    }
}
