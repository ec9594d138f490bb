package dev.hira.link.grpc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.grpc.net.PeerLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InboundStreamTest {
    private static final PeerLimits LIMITS =
            new PeerLimits(8, 8, 8, 10_000, 100_000, Duration.ofSeconds(1), true);

    private final ReceiveBudget unknown = new ReceiveBudget("unknown", 20_000);
    private final ReceiveBudget known = new ReceiveBudget("known", 100_000);
    private final List<String> reset = new ArrayList<>();

    private InboundStream stream(String name) {
        return new InboundStream(LIMITS, unknown, known, () -> reset.add(name));
    }

    private static ByteBuf message(int announced, int there) {
        ByteBuf data = Unpooled.buffer(5 + there);
        return data.writeByte(0).writeInt(announced).writeZero(there);
    }

    @Test
    void shouldRefuseALargeMessageAtItsFirstFiveBytes() {
        InboundStream stream = stream("a");
        assertThat(stream.received(message(10_001, 0))).isFalse();
        assertThat(reset).containsExactly("a");
        assertThat(unknown.held()).isZero();
    }

    @Test
    void shouldReadALengthThatArrivesInPieces() {
        InboundStream stream = stream("a");
        ByteBuf pieces = message(20, 20).writeBytes(message(10_001, 0));
        while (pieces.readableBytes() > 1) {
            assertThat(stream.received(pieces.readSlice(1))).isTrue();
        }
        assertThat(stream.received(pieces)).isFalse();
    }

    @Test
    void shouldRefuseManySmallMessagesThatNothingReads() {
        InboundStream stream = stream("a");
        boolean taken = true;
        for (int i = 0; i < 20 && taken; i++) {
            taken = stream.received(message(1000, 1000));
        }
        assertThat(taken).isFalse();
    }

    @Test
    void shouldChargeManyTinyPiecesForWhatTheyCost() {
        InboundStream stream = stream("a");
        stream.received(message(9000, 0));
        for (int i = 0; i < 70; i++) {
            stream.received(Unpooled.wrappedBuffer(new byte[1]));
        }
        assertThat(stream.held()).isGreaterThan(70 * 200);
    }

    @Test
    void shouldChargeReadBytesThatAreKept() {
        InboundStream stream = stream("a");
        for (int i = 0; i < 3; i++) {
            stream.received(message(3000, 3000));
            stream.read(3005);
            stream.keep(3000);
        }
        assertThat(unknown.held()).isBetween(9000L, 9500L);
        stream.keep(-3000);
        assertThat(unknown.held()).isBetween(6000L, 6500L);
        InboundStream other = stream("b");
        other.received(message(8000, 8000));
        stream.keep(5000);
        assertThat(reset).isEmpty();
        other.received(message(1500, 1500));
        assertThat(reset).containsExactly("a");
        stream.keep(-5000);
        assertThat(unknown.held()).isEqualTo(other.held());
    }

    @Test
    void shouldRefuseTheLargestHolderAndNotTheLatest() {
        InboundStream large = stream("large");
        InboundStream small = stream("small");
        large.received(message(9000, 8000));
        InboundStream medium = stream("medium");
        medium.received(message(9000, 7000));
        small.received(message(9000, 5000));
        assertThat(reset).containsExactly("large");
        assertThat(large.received(message(1, 1))).isFalse();
        assertThat(small.received(message(1, 1))).isTrue();
        assertThat(unknown.held()).isLessThan(20_000);
    }

    @Test
    void shouldGiveBackEverythingInAnyOrder() {
        InboundStream stream = stream("a");
        stream.trust();
        for (int i = 0; i < 50; i++) {
            stream.received(message(1000, 400));
            stream.received(Unpooled.wrappedBuffer(new byte[600]));
            if (i % 3 == 2) {
                stream.read(1005);
                stream.read(1005);
            }
        }
        assertThat(known.held()).isPositive();
        for (int i = 0; i < 50 - 32; i++) {
            stream.read(1005);
        }
        assertThat(stream.held()).isZero();
        assertThat(known.held()).isZero();
        stream.received(message(1000, 400));
        stream.ended();
        assertThat(known.held()).isZero();
        assertThat(reset).isEmpty();
    }

    @Test
    void shouldNotChargeUnknownPeersForATrustedOne() {
        InboundStream stream = stream("a");
        stream.received(message(9000, 8000));
        stream.trust();
        assertThat(stream.received(message(50_000, 30_000))).isTrue();
        assertThat(unknown.held()).isZero();
        assertThat(known.held()).isGreaterThan(30_000);
    }
}
