package dev.hira.link.grpc.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.link.grpc.net.PeerLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class InboundStreamTest {
    private static final PeerLimits LIMITS =
            new PeerLimits(8, 8, 8, 10_000, 100_000, Duration.ofSeconds(1), true);

    private static final int WINDOW = 100_000;
    private static final int LARGE = 150_000;
    private static final int MOST_BYTES = 500_000;

    private final ReceiveBudget wide = new ReceiveBudget("wide", 800_000);
    private final ReceiveBudget unknown = new ReceiveBudget("unknown", 20_000);
    private final ReceiveBudget known = new ReceiveBudget("known", 100_000);
    private final List<String> reset = new ArrayList<>();

    private InboundStream stream(String name) {
        return new InboundStream(LIMITS, unknown, known, new TestFlow(name));
    }

    /** Notes what a stream does to its sender. */
    private final class TestFlow implements InboundStream.Flow {
        private final String name;
        private final List<Runnable> later = new ArrayList<>();
        private int window = WINDOW;

        TestFlow(String name) {
            this.name = name;
        }

        @Override
        public void reset() {
            reset.add(name);
        }

        @Override
        public int window() {
            return WINDOW;
        }

        @Override
        public void window(int bytes) {
            window = bytes;
        }

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public Runnable later(Runnable task) {
            later.add(task);
            assertThat(later).hasSize(1);
            return () -> later.remove(task);
        }

        @Override
        public long mostBytes() {
            return MOST_BYTES;
        }

        private void timePasses() {
            List<Runnable> due = List.copyOf(later);
            later.clear();
            due.forEach(Runnable::run);
        }
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

    private InboundStream wide(TestFlow flow) {
        return trusted(wide, flow);
    }

    private InboundStream trusted(ReceiveBudget budget, TestFlow flow) {
        InboundStream stream = new InboundStream(LIMITS, unknown, budget, flow);
        stream.trust();
        return stream;
    }

    private static ByteBuf bytes(int count) {
        return Unpooled.wrappedBuffer(new byte[count]);
    }

    @Test
    void shouldLetLargeMessagesTakeTurnsWhenMemoryIsShort() {
        List<TestFlow> flows = List.of(new TestFlow("a"), new TestFlow("b"), new TestFlow("c"));
        List<InboundStream> streams = flows.stream().map(this::wide).toList();
        streams.forEach(stream -> assertThat(stream.received(message(LARGE, 0))).isTrue());
        assertThat(flows).extracting(flow -> flow.window).containsExactly(WINDOW, WINDOW, 0);
        streams.get(0).received(bytes(LARGE));
        assertThat(flows.get(2).window).as("the bytes that have come count").isZero();
        streams.get(0).read(LARGE + 5);
        assertThat(flows.get(2).window).isPositive();
        streams.get(2).received(bytes(LARGE));
        streams.get(1).received(bytes(LARGE));
        assertThat(reset).isEmpty();
        streams.forEach(InboundStream::ended);
        assertThat(wide.held()).isZero();
    }

    @Test
    void shouldShareHalfOfTheMemoryAmongTheWindows() {
        ReceiveBudget large = new ReceiveBudget("large", 1_600_000);
        List<TestFlow> flows = new ArrayList<>();
        List<InboundStream> streams = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            flows.add(new TestFlow("s" + i));
            streams.add(trusted(large, flows.get(i)));
            streams.get(i).received(message(10, 10));
        }
        streams.getFirst().received(message(LARGE, 0));
        assertThat(flows.getFirst().window).isEqualTo(80_000);
        streams.subList(1, 10).forEach(InboundStream::ended);
        streams.getFirst().received(bytes(LARGE));
        streams.getFirst().received(message(LARGE, 0));
        assertThat(flows.getFirst().window).as("not worth a frame").isEqualTo(80_000);
    }

    @Test
    void shouldRefuseAnAnnouncementThatNoMessageMayHave() {
        InboundStream stream = wide(new TestFlow("a"));
        assertThat(stream.received(message(MOST_BYTES + 1, 0))).isFalse();
        assertThat(reset).containsExactly("a");
        assertThat(wide.promised()).isZero();
    }

    @Test
    void shouldEndTheStreamThatWasPromisedTheMostIfItSendsNothing() {
        ReceiveBudget tight = new ReceiveBudget("tight", 400_000);
        InboundStream honest = trusted(tight, new TestFlow("honest"));
        honest.received(message(60_000, 60_000));
        trusted(tight, new TestFlow("announces")).received(message(MOST_BYTES, 0));
        TestFlow flow = new TestFlow("waiting");
        trusted(tight, flow).received(message(LARGE, 0));
        flow.timePasses();
        assertThat(reset).containsExactly("announces");
        assertThat(flow.window).isPositive();
    }

    @Test
    void shouldNotWaitForAMessageThatHasComeAnyway() {
        TestFlow flow = new TestFlow("c");
        wide(new TestFlow("a")).received(message(LARGE, 0));
        wide(new TestFlow("b")).received(message(LARGE, 0));
        InboundStream stream = wide(flow);
        stream.received(message(LARGE, 70_000));
        assertThat(flow.window).isZero();
        stream.received(bytes(80_000));
        assertThat(flow.window).isPositive();
        assertThat(flow.later).isEmpty();
        assertThat(wide.waiting()).isZero();
    }

    @Test
    void shouldPromiseWhatAStreamThatEndsDoesNotNeed() {
        InboundStream first = wide(new TestFlow("a"));
        InboundStream second = wide(new TestFlow("b"));
        TestFlow flow = new TestFlow("c");
        InboundStream third = wide(flow);
        TestFlow last = new TestFlow("d");
        InboundStream fourth = wide(last);
        for (InboundStream each : List.of(first, second, third, fourth)) {
            each.received(message(LARGE, 0));
        }
        assertThat(flow.window).isZero();
        third.ended();
        assertThat(last.window).isZero();
        first.ended();
        assertThat(last.window).isPositive();
        second.ended();
        fourth.ended();
        assertThat(wide.promised()).isZero();
        assertThat(wide.waiting()).isZero();
    }

    @Test
    void shouldRefuseTheLargestHolderWhenNoStreamGetsMemoryForLong() {
        ReceiveBudget tight = new ReceiveBudget("tight", 400_000);
        InboundStream stalled = trusted(tight, new TestFlow("stalled"));
        stalled.received(message(LARGE + 1, 100_000));
        TestFlow first = new TestFlow("first");
        trusted(tight, first).received(message(LARGE, 0));
        TestFlow second = new TestFlow("second");
        trusted(tight, second).received(message(LARGE, 0));
        assertThat(first.window).isZero();
        first.timePasses();
        assertThat(first.window).as("the other half of the memory").isPositive();
        assertThat(second.window).isZero();
        second.timePasses();
        assertThat(reset).as("the first one was served meanwhile").isEmpty();
        second.timePasses();
        assertThat(reset).containsExactly("stalled");
        assertThat(second.window).isPositive();
        second.timePasses();
        assertThat(reset).hasSize(1);
    }

    /** Random messages of random streams in random pieces: what ends leaves nothing behind. */
    @Test
    void shouldServeAnyOrderOfLargeAndSmallMessagesWithinTheLimit() {
        for (long seed = 0; seed < 200; seed++) {
            new Turns(new Random(seed)).run("seed " + seed);
        }
    }

    /** Senders that keep to their windows, and readers that read each message when it is there. */
    private final class Turns {
        private static final int STREAMS = 6;
        private static final int MESSAGES = 60;

        private final Random random;
        private final ReceiveBudget budget = new ReceiveBudget("turns", 1_000_000);
        private final List<Sender> senders = new ArrayList<>();
        private int sent;

        Turns(Random random) {
            this.random = random;
            for (int i = 0; i < STREAMS; i++) {
                senders.add(new Sender(new TestFlow("s" + i)));
            }
        }

        void run(String seed) {
            int idle = 0;
            while (sent < MESSAGES && idle < 1_000) {
                Sender next = senders.get(random.nextInt(STREAMS));
                if (random.nextInt(100) == 0) {
                    next.stream.ended();
                    senders.set(senders.indexOf(next), new Sender(new TestFlow("another")));
                }
                idle = next.step() ? 0 : idle + 1;
            }
            assertThat(sent).as("%s: messages that were sent", seed).isEqualTo(MESSAGES);
            assertThat(reset).as(seed).isEmpty();
            senders.forEach(each -> each.stream.ended());
            assertThat(budget.held()).as(seed).isZero();
            assertThat(budget.promised()).as(seed).isZero();
            assertThat(budget.waiting()).as(seed).isZero();
            assertThat(senders).as(seed).allSatisfy(each -> assertThat(each.flow.later).isEmpty());
        }

        private final class Sender {
            private final TestFlow flow;
            private final InboundStream stream;
            private int left;
            private int size;

            /** The bytes that were sent and that the receiver has not taken from the wire. */
            private int outstanding;

            Sender(TestFlow flow) {
                this.flow = flow;
                this.stream = trusted(budget, flow);
            }

            /** Sends a piece of a message; returns whether the window allows it. */
            boolean step() {
                if (left == 0) {
                    size = random.nextInt(3) == 0 ? 1 + random.nextInt(1_000) : LARGE * 2;
                    left = size;
                    outstanding = 0;
                    stream.received(message(size, 0));
                }
                int most = flow.window == 0 ? WINDOW / 2 - outstanding : left;
                int piece = Math.min(left, Math.min(most, 1 + random.nextInt(90_000)));
                if (piece <= 0) {
                    return false;
                }
                outstanding += piece;
                left -= piece;
                stream.received(bytes(piece));
                if (left == 0) {
                    stream.read(size + 5L);
                    sent++;
                }
                return true;
            }
        }
    }
}
