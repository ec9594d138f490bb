package dev.hira.router.judge.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.hira.base.SharedBudget;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Pump;
import dev.hira.router.testing.PumpedLink;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
class CommandLogTest {
    private static final long LIMIT = 10_000;
    private static final long TOTAL = 1 << 20;

    private final Pump pump = new Pump();
    private PumpedLink link;
    private Peer server;
    private final SharedBudget all = new SharedBudget(TOTAL, TOTAL);
    private final SharedBudget.Part other = all.newPart();
    private final CommandLog log = new CommandLog(LIMIT, all.newPart(), 42);
    private final List<String> notes = new ArrayList<>();
    private final List<Frame> answers = new ArrayList<>();
    private boolean keeps;
    private long nextCall = 1;

    CommandLogTest() {
        connect();
        log.watch((bytes, beyond) -> {
            notes.add(bytes + (beyond ? " beyond" : ""));
            return keeps;
        });
    }

    @AfterEach
    void close() {
        log.clear();
        pump.close();
        answers.forEach(Frame::release);
    }

    private void connect() {
        PumpedLink[] ends = pump.pair("server");
        link = ends[0];
        server = new Peer(ends[1]);
    }

    private void pump() {
        log.pump(link);
        pump.run();
    }

    private Frame call() {
        return new Calls(nextCall++).call(ToyCatalog.ALLOC, true, 70, 100).frame();
    }

    private void send(Frame frame) {
        log.add(frame);
        pump();
    }

    private boolean reply(long call) {
        boolean fresh = log.isNew(RecordKinds.REPLY, call, 0);
        pump();
        return fresh;
    }

    /** Replaces the server by another one. */
    private int die(boolean busy) {
        int fruitless = log.lost(busy);
        connect();
        log.serverBegins();
        return fruitless;
    }

    private List<Long> sent() {
        return server.records().stream().map(Seen::call).toList();
    }

    @Test
    void shouldCountPiecesOfTextAndCallbacks() {
        send(call());
        reply(1);
        for (int piece = 0; piece < LIMIT / 200; piece++) {
            assertThat(log.isNewText(1, piece)).isTrue();
        }
        pump();
        assertThat(notes.removeLast()).doesNotContain("beyond");
        for (int piece = 0; piece < LIMIT / 100; piece++) {
            log.callback(1 + piece, ByteString.EMPTY);
        }
        pump();
        assertThat(notes.getLast()).endsWith(" beyond");
        assertThat(log.isComplete()).isFalse();
    }

    @Test
    void shouldCountLateOutputs() {
        send(call());
        reply(1);
        for (int field = 0; field < LIMIT / 100; field++) {
            assertThat(log.isNew(RecordKinds.OUTPUT, 1, field)).isTrue();
        }
        pump();
        assertThat(notes.getLast()).endsWith(" beyond");
    }

    @Test
    void shouldRepeatEachFrameAfterTheRecordsThatHadComeBeforeIt() {
        send(call());
        send(call());
        assertThat(reply(1)).isTrue();
        assertThat(reply(2)).isTrue();
        send(call());
        assertThat(sent()).containsExactly(1L, 2L, 3L);
        die(false);
        pump();
        assertThat(sent()).containsExactly(1L, 2L);
        assertThat(reply(2)).as("out of order").isFalse();
        assertThat(sent()).containsExactly(1L, 2L);
        assertThat(log.hasCaughtUp()).isFalse();
        assertThat(reply(1)).isFalse();
        assertThat(sent()).containsExactly(1L, 2L, 3L);
        assertThat(log.hasCaughtUp()).isTrue();
        assertThat(reply(3)).isTrue();
    }

    @Test
    void shouldSendNothingUntilAnotherServerBegins() {
        send(call());
        log.lost(true);
        pump();
        assertThat(log.hasCaughtUp()).isFalse();
        send(call());
        connect();
        pump();
        assertThat(sent()).isEmpty();
        log.serverBegins();
        pump();
        assertThat(sent()).containsExactly(1L, 2L);
    }

    @Test
    void shouldWaitForALinkThatIsFull() {
        for (int i = 0; i <= PumpedLink.WINDOW; i++) {
            log.add(call());
        }
        pump();
        assertThat(sent()).hasSize(PumpedLink.WINDOW);
        assertThat(log.hasCaughtUp()).isFalse();
        assertThat(notes).isEmpty();
        long before = log.activityCount();
        pump();
        assertThat(sent()).hasSize(PumpedLink.WINDOW + 1);
        assertThat(log.activityCount()).isNotEqualTo(before);
    }

    @Test
    void shouldCountFramesAndRecords() {
        Frame first = call();
        Frame second = call();
        long bytes = first.size() + 128L;
        send(first);
        assertThat(log.size()).isEqualTo(bytes);
        bytes += second.size() + 128L;
        send(second);
        assertThat(log.size()).isEqualTo(bytes);
        reply(1);
        reply(1);
        bytes += 32;
        assertThat(log.size()).isEqualTo(bytes);
        assertThat(notes).hasSize(4).endsWith(Long.toString(bytes)).doesNotContain("beyond");
    }

    @Test
    void shouldGiveUpWhenItIsBeyondItsLimitOnly() {
        Frame sample = new Calls().write(70, new byte[1000]).frame();
        int overhead = sample.size() + 128 - 1000;
        sample.release();
        Frame frame = new Calls().write(70, new byte[(int) LIMIT - overhead]).frame();
        send(frame);
        assertThat(log.size()).isEqualTo(LIMIT);
        assertThat(log.isComplete()).isTrue();
        assertThat(frame.references()).isEqualTo(1);
        reply(1);
        assertThat(log.isComplete()).isFalse();
        assertThat(log.size()).isZero();
        assertThat(frame.references()).isZero();
        assertThat(notes).containsExactly("10000", "10032 beyond");
    }

    @Test
    void shouldGiveUpWhenOtherSessionsLeaveNoRoom() {
        other.hold(TOTAL - 1000);
        send(new Calls().write(70, new byte[10]).frame());
        reply(1);
        assertThat(log.isComplete()).isFalse();
        assertThat(notes).isNotEmpty().last().asString().endsWith(" beyond");
        assertThat(all.used()).isEqualTo(TOTAL - 1000);
        other.hold(0);
        assertThat(log.cut()).isTrue();
        send(new Calls().write(70, new byte[10]).frame());
        reply(2);
        assertThat(log.isComplete()).isTrue();
        log.clear();
        assertThat(all.used()).as("after the session").isZero();
    }

    @Test
    void shouldRepeatNothingThatWasGivenUp() {
        send(new Calls().write(70, new byte[(int) LIMIT]).frame());
        assertThat(reply(1)).isTrue();
        assertThat(reply(1)).as("nothing is noted").isTrue();
        die(false);
        pump();
        assertThat(sent()).isEmpty();
        assertThat(log.cut()).isTrue();
        assertThat(log.isComplete()).isTrue();
        send(call());
        assertThat(reply(1)).isTrue();
        assertThat(reply(1)).isFalse();
    }

    @Test
    void shouldExceedItsLimitWhileItsWatchMakesRoom() {
        keeps = true;
        send(new Calls().write(70, new byte[(int) LIMIT]).frame());
        assertThat(log.isComplete()).isTrue();
        assertThat(log.size()).isGreaterThan(LIMIT);
        keeps = false;
        send(call());
        assertThat(log.isComplete()).isFalse();
    }

    @Test
    void shouldBeCutOnlyWhenItsServerHasComeAsFarAsTheOneBefore() {
        Frame frame = call();
        send(frame);
        reply(1);
        die(false);
        assertThat(log.cut()).isFalse();
        pump();
        assertThat(log.cut()).as("the reply has not come").isFalse();
        assertThat(frame.references()).isEqualTo(1);
        reply(1);
        assertThat(log.cut()).isTrue();
        assertThat(frame.references()).isZero();
        assertThat(log.size()).isZero();
        die(false);
        send(call());
        assertThat(sent()).containsExactly(2L);
        assertThat(reply(1)).as("another call of this number").isTrue();
    }

    @Test
    void shouldCountTheServersThatDieWithoutANewRecord() {
        send(call());
        assertThat(die(true)).isEqualTo(1);
        pump();
        assertThat(die(true)).isEqualTo(2);
        pump();
        reply(1);
        assertThat(die(true)).as("it got further").isZero();
        assertThat(die(false)).as("it had to repeat").isEqualTo(1);
        pump();
        reply(1);
        assertThat(die(false)).as("nothing waits for it").isZero();
        pump();
        reply(1);
        assertThat(die(true)).isEqualTo(1);
        pump();
        reply(1);
        assertThat(log.cut()).isTrue();
        assertThat(die(true)).as("since the cut").isEqualTo(1);
    }

    @Test
    void shouldRunATaskOnceWhenItIsLevel() {
        send(call());
        reply(1);
        die(false);
        log.whenCaughtUp(() -> notes.add("level"));
        notes.clear();
        pump();
        assertThat(notes).isEmpty();
        reply(1);
        pump();
        assertThat(notes).containsOnlyOnce("level");
        die(false);
        notes.clear();
        log.whenCaughtUp(() -> notes.add("level"));
        die(false);
        pump();
        reply(1);
        assertThat(notes).as("its server died first").doesNotContain("level");
    }

    private static String told(RecordCursor answer) {
        return "answer " + answer.callId();
    }

    private RecordCursor answer(long call, int flags) {
        RecordCursor cursor = new RecordCursor();
        Frame frame = new Calls().record(RecordKinds.REPLY, flags, ToyCatalog.ALLOC, call).frame();
        answers.add(frame);
        cursor.wrap(frame);
        cursor.next();
        return cursor;
    }

    @Test
    void shouldRefuseAnotherResultOfACallThatLeavesSomething() {
        assertThat(log.isNewAnswer(answer(1, RecordFlags.ERROR), true, CommandLogTest::told))
                .isTrue();
        assertThat(log.isNewAnswer(answer(2, 0), true, CommandLogTest::told)).isTrue();
        die(false);
        assertThat(log.isNewAnswer(answer(1, RecordFlags.ERROR), true, CommandLogTest::told))
                .isFalse();
        assertThat(log.isNewAnswer(answer(2, 0), true, CommandLogTest::told)).isFalse();
        assertThat(log.isNewAnswer(answer(2, RecordFlags.ERROR), false, CommandLogTest::told))
                .isFalse();
        assertThatThrownBy(() -> log.isNewAnswer(answer(1, 0), true, CommandLogTest::told))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("the result of call 1 is another one")
                .hasMessageContaining("(answer 1)");
        assertThatThrownBy(() ->
                        log.isNewAnswer(answer(2, RecordFlags.ERROR), true, CommandLogTest::told))
                .isInstanceOf(RepetitionFailedException.class)
                .hasMessage("call 2 had succeeded and failed when it was repeated (answer 2)");
    }

    @Test
    void shouldRefuseAFailureOfACallThatHadSucceededBefore() {
        send(call());
        assertThat(log.isNewFailure(answer(1, RecordFlags.ERROR), true, CommandLogTest::told))
                .as("not repeated")
                .isTrue();
        pump();
        die(false);
        assertThat(log.isNewFailure(answer(1, RecordFlags.ERROR), false, CommandLogTest::told))
                .isFalse();
        assertThat(log.isNewFailure(answer(2, RecordFlags.ERROR), false, CommandLogTest::told))
                .isTrue();
        assertThatThrownBy(() ->
                        log.isNewFailure(answer(3, RecordFlags.ERROR), true, CommandLogTest::told))
                .isInstanceOf(RepetitionFailedException.class)
                .hasMessageContaining("call 3 had succeeded");
        assertThat(log.isNew(RecordKinds.FAILED, 3, 0)).as("it was not noted").isTrue();
    }

    @Test
    void shouldNotCountAServerThatItLeavesAsDead() {
        send(call());
        reply(1);
        assertThat(die(true)).isZero();
        assertThat(die(true)).isEqualTo(1);
        pump();
        log.startOver();
        pump();
        assertThat(sent()).as("nothing goes to the server that was left").containsExactly(1L);
        connect();
        log.serverBegins();
        pump();
        assertThat(sent()).containsExactly(1L);
        assertThat(log.hasCaughtUp()).isFalse();
        assertThat(die(true)).isEqualTo(2);
    }

    @Test
    void shouldTellLateOutputsOfACallApart() {
        assertThat(log.isNew(RecordKinds.OUTPUT, 1, 2)).isTrue();
        assertThat(log.isNew(RecordKinds.OUTPUT, 1, 3)).isTrue();
        assertThat(log.isNew(RecordKinds.REPLY, 1, 0)).isTrue();
        die(false);
        assertThat(log.isNew(RecordKinds.OUTPUT, 1, 3)).isFalse();
        assertThat(log.isNew(RecordKinds.OUTPUT, 2, 3)).isTrue();
    }

    private static Frame returns(long... numbers) {
        byte[] args = {8, 1, 16, 2};
        FrameWriter writer = new FrameWriter();
        for (long number : numbers) {
            writer.begin(RecordKinds.CALLBACK_RETURN, RecordFlags.ERROR, 5, number, 3);
            writer.args(args, args.length).end();
        }
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    @Test
    void shouldReturnCallbacksByTheNumbersOfThePresentServer() {
        ByteString first = ByteString.copyFromUtf8("first");
        ByteString second = ByteString.copyFromUtf8("second");
        assertThat(log.callback(1, first)).isEqualTo(1);
        assertThat(log.callback(2, second)).isEqualTo(2);
        assertThat(log.callback(3, first)).as("one more of the same").isEqualTo(3);
        Frame frame = returns(1, 2);
        send(frame);
        assertThat(sent()).containsExactly(1L, 2L);
        die(false);
        assertThat(log.callback(7, second)).isEqualTo(2);
        assertThat(log.callback(8, first)).isEqualTo(1);
        pump();
        assertThat(sent()).containsExactly(8L, 7L);
        Frame returned = returns(8, 7);
        answers.add(returned);
        assertThat(server.frames()).containsExactly(Calls.bytes(returned));
        assertThat(frame.references()).isEqualTo(1);
    }

    @Test
    void shouldNotUseNumbersOfCallbacksAgain() {
        ByteString args = ByteString.copyFromUtf8("args");
        assertThat(log.callback(1, args)).isEqualTo(1);
        assertThat(log.cut()).isTrue();
        assertThat(log.callback(2, args)).isEqualTo(2);
        send(new Calls().write(70, new byte[(int) LIMIT]).frame());
        assertThat(log.callback(3, args)).isEqualTo(3);
        assertThat(log.callback(4, args)).isEqualTo(4);
        send(returns(4));
        assertThat(sent()).endsWith(4L);
    }
}
