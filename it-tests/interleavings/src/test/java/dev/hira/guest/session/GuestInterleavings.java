package dev.hira.guest.session;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.hira.guest.call.BatchLimits;
import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.CallArguments;
import dev.hira.guest.call.ReplyReader;
import dev.hira.guest.call.StubSettings;
import dev.hira.interleavings.SilentLink;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Callers of a guest's session, its link's reading thread, and the thread that ends the session.
 */
public final class GuestInterleavings {
    private GuestInterleavings() {}

    /** A session's outbox over a link that only notes what it is given. */
    abstract static class Outbox {
        private static final BatchLimits LIMITS = BatchLimits.of(StubSettings.DEFAULT, 0, 0, 0);
        private static final Buffers NO_BUFFERS = new Buffers();
        private static final ArgsWriter NO_ARGS = new ArgsWriter();

        final SilentLink link = new SilentLink();
        final CommandOutbox outbox =
                new CommandOutbox(
                        link,
                        LIMITS,
                        new SessionCounters(),
                        () -> 0,
                        Long.MAX_VALUE,
                        _ -> Thread.currentThread());

        /** Adds a record with this number, and sends it if asked to. */
        final void add(int number, boolean flush) {
            outbox.append(RecordKinds.CALL, 0, number, 0, NO_ARGS, flush);
        }

        final long call(PendingCall expected) {
            return outbox.call(0, 1, 0, NO_ARGS, NO_BUFFERS, expected, true);
        }
    }

    /** A batch is flushed while the link becomes writable: one of the two sends it. */
    @JCStressTest
    @Outcome(id = "sent: 12", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class FlushAndWritable extends Outbox {
        public FlushAndWritable() {
            link.writable = false;
            add(1, false);
        }

        @Actor
        public void caller() {
            add(2, false);
            outbox.flush();
        }

        @Actor
        public void link() {
            link.writable = true;
            outbox.onWritable();
        }

        @Arbiter
        public void result(L_Result result) {
            result.r1 = "sent: " + link.sent();
        }
    }

    /** Two threads send: nothing is lost, and each thread's records keep their order. */
    @JCStressTest
    @Outcome(
            id = {"1234", "1324", "1342", "3124", "3142", "3412"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class TwoCallers extends Outbox {
        @Actor
        public void first() {
            add(1, false);
            add(2, true);
        }

        @Actor
        public void second() {
            add(3, true);
            add(4, false);
            outbox.flush();
        }

        @Arbiter
        public void result(L_Result result) {
            result.r1 = link.sent();
        }
    }

    /** The session ends while a call is made: the call is refused or lost, and nothing waits. */
    @JCStressTest
    @Outcome(
            id = {"refused, 0", "lost, 1"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CallAndEnd extends Outbox {
        private final CallTable table = new CallTable();
        private final PendingCall call = pendingCall();
        private boolean refused;

        @Actor
        public void caller() {
            call.prepare("f", new Buffers(), true, null);
            table.add(call);
            try {
                call(call);
            } catch (SessionGone e) {
                refused = true;
                call.cancel();
            }
        }

        /** Ends the session in the order of {@link GuestSession#end}. */
        @Actor
        public void end() {
            outbox.close(LinkStatus.NORMAL);
            table.forEach(PendingCall::lose);
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r1 = refused ? "refused" : call.isDecided() ? "lost" : "waits for ever";
            result.r2 = link.sent().isEmpty() ? 0 : 1;
        }
    }

    /** The arguments of a call that is sent elsewhere. */
    private static final class Arguments extends CallArguments {
        @Override
        public void async() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ReplyReader sync() {
            throw new UnsupportedOperationException();
        }

        @Override
        public PendingReply syncLater() {
            throw new UnsupportedOperationException();
        }
    }

    /** An answer with a payload and the thread that waits for it. */
    abstract static class Answer {
        private static final int FIELD = 1;
        private static final ArgsWriter ARGS = new ArgsWriter().uint64(1, 42);
        private static final byte[] PAYLOAD = {43};

        final PendingCall call = pendingCall();
        private final byte[] output = new byte[PAYLOAD.length];
        private final Frame frame = answer();
        private final RecordCursor record = new RecordCursor().wrap(frame);

        Answer() {
            Arguments arguments = new Arguments();
            arguments.output(FIELD, MemorySegment.ofArray(output), PAYLOAD.length);
            call.prepare("f", arguments.buffers, true, null);
            record.next();
        }

        private static Frame answer() {
            try (FrameWriter writer = new FrameWriter()) {
                writer.begin(RecordKinds.REPLY, 0, 1, 1, 0);
                writer.args(ARGS.array(), ARGS.length());
                writer.payloadInline(FIELD, MemorySegment.ofArray(PAYLOAD), PAYLOAD.length, false);
                return writer.end().finish(FrameLayout.AUDIENCE_PEER);
            }
        }

        final void answered() {
            call.answer(frame, record);
        }

        /** Waits for the answer and returns what it says. */
        final String await() {
            while (!call.isDecided()) {
                Thread.onSpinWait();
            }
            call.fillOutputs(null);
            return call.wasLost() ? "lost" : value();
        }

        private String value() {
            ArgsReader args = call.args(new ArgsReader());
            return args.next() ? args.uint64() + " " + output[0] : "nothing";
        }

        /** Releases the link's share of the frame; the call's must be gone. */
        final String frameState() {
            int left = frame.references() - 1;
            frame.release();
            return left == 0 ? "released" : left + " left";
        }
    }

    /** The thread that waits sees the whole answer. */
    @JCStressTest
    @Outcome(id = "42 43, released", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class AnswerArrives extends Answer {
        @Actor
        public void link() {
            answered();
        }

        @Actor
        public void caller(LL_Result result) {
            result.r1 = await();
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r2 = frameState();
        }
    }

    /** The owner ends the session while an answer arrives: its frame is released either way. */
    @JCStressTest
    @Outcome(
            id = {"42 43, released", "lost, released"},
            expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class AnswerAndEnd extends Answer {
        @Actor
        public void link() {
            answered();
        }

        @Actor
        public void owner(LL_Result result) {
            call.lose();
            result.r1 = await();
        }

        @Arbiter
        public void result(LL_Result result) {
            result.r2 = frameState();
        }
    }

    @SuppressWarnings("NullAway") // the lane serves only PendingCall.await, which is not called
    private static PendingCall pendingCall() {
        return new PendingCall(null, Thread.currentThread(), true);
    }
}
