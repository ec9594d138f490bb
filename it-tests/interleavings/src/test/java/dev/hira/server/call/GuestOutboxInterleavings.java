package dev.hira.server.call;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.hira.interleavings.SilentLink;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.lane.CallFailure;
import dev.hira.server.work.Traffic;
import dev.hira.wire.RecordKinds;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The turn's thread and others add records to a session's outbox and flush it. */
public final class GuestOutboxInterleavings {
    private static final CallFailure FAILURE = CallFailure.ofServer(1, "");
    private static final HandleType TYPE =
            new HandleType(1, "thing", 0, false, 0, new long[0], 201);

    private GuestOutboxInterleavings() {}

    /** An outbox over a link that only notes what it is given. */
    abstract static class Outbox implements Traffic {
        final SilentLink link = new SilentLink();
        final GuestOutbox outbox =
                new GuestOutbox(link, new ReentrantLock(), new BufferPool(0), null, 1 << 16, this);

        final void add(long call) {
            outbox.failure(RecordKinds.REPLY, 1, call, 0, FAILURE);
        }

        @Override
        public void calls(long made, long failed) {}

        @Override
        public void received(long bytes) {}

        @Override
        public void sent(long bytes) {}

        @Override
        public void wentAway() {}
    }

    /** Each thread flushes what it added: nothing is left, and each keeps its order. */
    @JCStressTest
    @Outcome(
            id = {"1234", "1324", "1342", "3124", "3142", "3412"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class TwoThreads extends Outbox {
        @Actor
        public void turn() {
            add(1);
            outbox.flush();
            add(2);
            outbox.flush();
        }

        @Actor
        public void other() {
            add(3);
            add(4);
            outbox.flush();
        }

        @Arbiter
        public void result(L_Result result) {
            result.r1 = link.sent();
        }
    }

    /** A death, which has the number 0, leaves before the records that its thread adds later. */
    @JCStressTest
    @Outcome(
            id = {"013", "031", "301"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Death extends Outbox {
        @Actor
        public void turn() {
            outbox.died(TYPE, 5, 5);
            add(1);
            outbox.flush();
        }

        @Actor
        public void other() {
            add(3);
            outbox.flush();
        }

        @Arbiter
        public void result(L_Result result) {
            result.r1 = link.sent();
        }
    }

    /** A record that another thread adds leaves with the turn's next flush at the latest. */
    @JCStressTest
    @Outcome(
            id = {"123", "132", "312"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class NextFlush extends Outbox {
        @Actor
        public void turn() {
            add(1);
            outbox.flush();
            add(2);
            outbox.flush();
        }

        @Actor
        public void other() {
            add(3);
        }

        @Arbiter
        public void result(L_Result result) {
            outbox.flush();
            result.r1 = link.sent();
        }
    }

    /** The outbox closes meanwhile: a part of the records is sent, and nothing after the close. */
    @JCStressTest
    @Outcome(
            id = {"sent:", "sent: 1", "sent: 12"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class Close extends Outbox {
        private String atClose = "";

        @Actor
        public void turn() {
            add(1);
            outbox.flush();
            add(2);
            outbox.flush();
        }

        @Actor
        public void owner() {
            outbox.close();
            atClose = link.sent();
        }

        @Arbiter
        public void result(L_Result result) {
            String sent = link.sent();
            result.r1 = sent.equals(atClose) ? ("sent: " + sent).trim() : "sent after the close";
        }
    }
}
