package dev.hira.guest.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        PendingCall call = UnsentCall.waiting(FIELD, MemorySegment.ofArray(new byte[10]));
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

    private static Frame answerWith(byte[] payload) {
        try (FrameWriter writer = new FrameWriter()) {
            writer.begin(RecordKinds.REPLY, 0, 1, 1, 0);
            writer.payloadInline(FIELD, MemorySegment.ofArray(payload), payload.length, false);
            return writer.end().finish(FrameLayout.AUDIENCE_PEER);
        }
    }
}
