package dev.hira.link.ring;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.hira.interleavings.SilentLink;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The rings and their bells: frames arrive whole and in order, and a thread that sleeps with work
 * in its ring has been rung for.
 */
public final class RingInterleavings {
    private RingInterleavings() {}

    /** A reader follows a writer through the end of the ring. */
    @JCStressTest
    @Outcome(id = "123", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Frames extends TwoSides {
        private final StringBuilder read = new StringBuilder();

        public Frames() {
            for (int i = 0; i < 3; i++) {
                left.writer.write(frame(9, QUARTER), 0);
                number(next());
            }
            right.reader.makeRoom();
        }

        private ByteBuf next() {
            ByteBuf frame = right.reader.next();
            if (frame == null) {
                throw new AssertionError("the ring holds no frame");
            }
            return frame;
        }

        private void read() {
            ByteBuf frame = right.reader.next();
            if (frame != null) {
                read.append(number(frame));
            }
        }

        @Actor
        public void writer() {
            left.writer.write(frame(1, 100), 0);
            left.writer.write(frame(2, QUARTER), 0);
            left.writer.write(frame(3, 64), 0);
        }

        @Actor
        public void reader() {
            read();
            read();
        }

        @Arbiter
        public void result(L_Result result) {
            read();
            read();
            read();
            result.r1 = read.toString();
        }
    }

    /** A writer reuses the room of frames while a reader still copies them. */
    @JCStressTest
    @Outcome(id = "12345", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Room extends TwoSides {
        private final StringBuilder read = new StringBuilder();
        private final Frame last = frame(5, QUARTER);
        private int written;
        private volatile boolean done;

        public Room() {
            for (int i = 1; i <= 4; i++) {
                left.writer.write(frame(i, QUARTER), 0);
            }
        }

        private void read() {
            ByteBuf frame = right.reader.next();
            if (frame != null) {
                read.append(number(frame));
                right.reader.makeRoom();
            }
        }

        @Actor
        public void writer() {
            while (written < last.size() && !done) {
                written = left.writer.write(last, written);
            }
        }

        @Actor
        public void reader() {
            read();
            read();
            read();
            read();
            done = true;
        }

        @Arbiter
        public void result(L_Result result) {
            written = left.writer.write(last, written);
            read();
            result.r1 = read.toString();
        }
    }

    /**
     * A publisher meets a poller that falls asleep. The poller's second look is this test's own.
     */
    @JCStressTest
    @Outcome(
            id = {"sees it, rung", "sees it, silent", "sleeps, rung"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class PollerSleeps extends TwoSides {
        private final Frame frame = frame(1, 64);

        @Actor
        public void publisher() {
            left.writer.write(frame, 0);
            left.peer.ring();
        }

        @Actor
        public void poller(LL_Result result) {
            right.own.pollerAsleep();
            VarHandle.fullFence();
            result.r1 = right.reader.hasData() ? "sees it" : "sleeps";
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r2 = pollerRung() ? "rung" : "silent";
        }
    }

    /** A caller that waits for an answer, with a ring as its source. */
    abstract static class Caller extends TwoSides implements CallerReading.Source {
        private static final RingPoller POLLER =
                RingPoller.start(Thread.ofPlatform().daemon().factory(), () -> 0);

        private static int made;

        /** Moves the caller's sleep along the publisher's steps, which take longer. */
        private final int delay = made++ & 7;

        final CallerReading reading = new CallerReading(this, right, new ReaderRole(), POLLER);
        private final Frame frame = frame(1, 64);
        volatile boolean published;
        int served;

        final void publish() {
            left.writer.write(frame, 0);
            left.peer.ring();
            published = true;
        }

        @Override
        public boolean serve() {
            ByteBuf content = right.reader.next();
            if (content == null) {
                for (int i = 0; i < delay; i++) {
                    Thread.onSpinWait();
                }
                return false;
            }
            served += number(content);
            return true;
        }

        @Override
        public boolean hasWork() {
            return right.reader.hasData();
        }

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public long deadline() {
            return -1;
        }

        @Override
        public void lost() {
            throw new AssertionError("this memory is never lost");
        }
    }

    /** A publisher meets a caller that falls asleep until the frame is published. */
    @JCStressTest
    @Outcome(
            id = {"1, ok"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CallerSleeps extends Caller {
        private String slept = "ok";

        /** Follows after the look for work: sleeps until the publisher is done. */
        @Override
        public long deadline() {
            while (!published) {
                Thread.onSpinWait();
            }
            if (!callerRung()) {
                slept = "not woken";
            }
            return super.deadline();
        }

        @Actor
        public void publisher() {
            publish();
        }

        @Actor
        public void caller() {
            reading.once(0);
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r1 = served;
            result.r2 = slept;
        }
    }

    /** A publisher meets a caller that gives up waiting: one of the two looks after the frame. */
    @JCStressTest
    @Outcome(
            id = {"1, silent", "1, rung", "0, rung"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CallerLeaves extends Caller {
        public CallerLeaves() {
            right.own.pollerAsleep();
        }

        @Actor
        public void publisher() {
            publish();
        }

        @Actor
        public void caller() {
            reading.once(0);
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r1 = served;
            result.r2 = pollerRung() ? "rung" : "silent";
        }
    }

    /** A writer finds its ring full while the reader makes room. */
    @JCStressTest
    @Outcome(
            id = {"sent", "looks again", "rung"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Space extends TwoSides implements RingInbox.Surroundings, LinkHandler {
        private final RingOutbox outbox = new RingOutbox(left);
        private final RingInbox inbox =
                new RingInbox(
                        right, new RingOutbox(right), new SilentLink(), RingSettings.DEFAULT, this);
        private @Nullable String end;
        private boolean looksAgain;

        public Space() {
            inbox.start(this);
            left.own.pollerAsleep();
            for (int i = 1; i <= 4; i++) {
                outbox.send(frame(i, QUARTER));
            }
        }

        @Actor
        public void writer() {
            outbox.send(frame(5, QUARTER));
            looksAgain = outbox.canPump();
        }

        @Actor
        public void reader() {
            inbox.serve();
        }

        @Arbiter
        public void result(L_Result result) {
            String state = outbox.isBlocked() ? "left waiting" : "sent";
            state = leftRung() ? "rung" : state;
            state = looksAgain ? "looks again" : state;
            result.r1 = end == null ? state : end;
        }

        @Override
        public void tellPeer() {
            end = "the reader published something";
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public void ended() {
            end = "the link ended";
        }

        @Override
        public void onFrame(Frame frame) {
            frame.release();
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {}
    }
}
