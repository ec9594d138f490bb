package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.CallArguments;
import dev.hira.guest.call.ReplyReader;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordKinds;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class PendingCallTest {
    private static final int FIELD = 2;

    /**
     * The session's end tells the caller the reason, so it must come before the caller wakes up.
     */
    @Test
    void shouldWaitForTheEndOfTheSessionAfterAnAnswerThatBreaksTheProtocol() {
        PendingCall call = waiting(new byte[10]);
        Frame frame = answerWith(new byte[11]);
        RecordCursor record = new RecordCursor().wrap(frame);
        assertThat(record.next()).isTrue();

        assertThatThrownBy(() -> call.answer(frame, record))
                .isInstanceOf(MalformedFrameException.class);
        assertThat(call.isDecided()).isFalse();

        call.lose();
        assertThat(call.isDecided()).isTrue();
        call.fillOutputs(null);
        assertThat(call.wasLost()).isTrue();
        frame.release();
    }

    @SuppressWarnings("NullAway") // the lane serves only PendingCall.await, which is not called
    private static PendingCall waiting(byte[] output) {
        PendingCall call = new PendingCall(null, Thread.currentThread(), true);
        Arguments arguments = new Arguments();
        arguments.output(FIELD, MemorySegment.ofArray(output), output.length);
        call.prepare("f", arguments.taken(), true, null);
        return call;
    }

    private static Frame answerWith(byte[] payload) {
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.REPLY, 0, 1, 1, 0);
            writer.payloadInline(FIELD, MemorySegment.ofArray(payload), payload.length, false);
            return writer.end().finish(FrameLayout.AUDIENCE_PEER);
        }
    }

    /** The arguments of a call that is never sent. */
    private static final class Arguments extends CallArguments {
        Buffers taken() {
            return buffers;
        }

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
}
