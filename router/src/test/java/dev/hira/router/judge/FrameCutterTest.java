package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Calls;
import dev.hira.wire.Frame;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class FrameCutterTest {
    private final List<Frame> sent = new ArrayList<>();
    private final FrameCutter cutter = new FrameCutter(sent::add);
    private final RecordCursor cursor = new RecordCursor();

    /**
     * Takes the records of a frame: {@code +} admits one, {@code |} sends it alone, else it is left
     * out.
     */
    private void cut(Frame frame, String decisions) {
        cutter.begin(frame);
        cursor.wrap(frame);
        for (int i = 0; i < decisions.length(); i++) {
            assertThat(cursor.next()).isTrue();
            switch (decisions.charAt(i)) {
                case '+' -> cutter.admit();
                case '|' -> {
                    cutter.cutBefore(cursor);
                    cutter.admit();
                    cutter.cutAfter(cursor);
                }
                default -> {
                    cutter.cutBefore(cursor);
                    cutter.leaveOut(cursor);
                }
            }
        }
        cutter.end();
    }

    @AfterEach
    void close() {
        sent.forEach(Frame::release);
    }

    private static Frame writes(int count) {
        Calls calls = new Calls();
        for (int i = 0; i < count; i++) {
            calls.write(70 + i, new byte[] {(byte) i, 1});
        }
        return calls.frame();
    }

    /** Returns the objects that each sent frame writes to, and the bytes that it writes. */
    private List<String> writesSent() {
        return sent.stream()
                .map(frame ->
                        Calls.records(frame).stream()
                                .map(call -> call.name() + "=" + (int) call.bulk().charAt(0))
                                .toList()
                                .toString())
                .toList();
    }

    @Test
    void shouldSendTheVeryFrameThatCameWhenAllIsAdmitted() {
        Frame frame = writes(3);
        cut(frame, "+++");
        assertThat(sent).containsExactly(frame);
        assertThat(frame.references()).isEqualTo(1);
    }

    @Test
    void shouldSendRunsAroundWhatIsLeftOut() {
        Frame frame = writes(6);
        cut(frame, "-++-+-");
        assertThat(writesSent()).containsExactly("[71=1, 72=2]", "[74=4]");
        sent.forEach(Frame::release);
        sent.clear();
        assertThat(frame.references()).isZero();
    }

    @Test
    void shouldSendTheRestBehindWhatIsLeftOut() {
        cut(writes(3), "-++");
        assertThat(writesSent()).containsExactly("[71=1, 72=2]");
    }

    @Test
    void shouldSendARecordInAFrameOfItsOwn() {
        cut(writes(5), "+||++");
        assertThat(writesSent()).containsExactly("[70=0]", "[71=1]", "[72=2]", "[73=3, 74=4]");
    }

    @Test
    void shouldSendNothingOfAFrameWithoutAdmittedRecords() {
        Frame frame = writes(2);
        cut(frame, "--");
        cut(writes(0), "");
        assertThat(sent).isEmpty();
        assertThat(frame.references()).isZero();
    }
}
