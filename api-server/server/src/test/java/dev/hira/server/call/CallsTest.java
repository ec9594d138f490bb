package dev.hira.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.PayloadPlaces;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests calls over a link, made on the toy driver. */
@Timeout(240)
final class CallsTest {
    private final ToyRig rig = new ToyRig();
    private final ToyGuest guest = rig.session();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldReturnWhatTheFunctionReturns() {
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 4711, 0).value()).isEqualTo(4711);
    }

    @Test
    void shouldExecuteInTheOrderOfSendingAcrossLanesAndFrames() {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int lane = i % 7;
            guest.async(lane, ToyDispatcher.NOTE, i + 1, 0);
            expected.add(lane + ":" + (i + 1));
            if (i % 13 == 0) {
                guest.flush();
            }
        }
        assertThat(guest.ask(7, ToyDispatcher.COUNT, 0, 0).value()).isEqualTo(500);
        assertThat(rig.process().notes).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldKeepTheOrderWhenFramesMoveToAWorkerAndBack() {
        byte[] large = new byte[100_000];
        for (int i = 1; i <= 60; i++) {
            if (i % 5 == 0) {
                guest.call(0, 1, ToyDispatcher.PUT, i, large.length, ToyGuest.data(large));
            } else {
                guest.async(1, ToyDispatcher.NOTE, i, 0);
            }
            guest.flush();
        }
        assertThat(guest.ask(2, ToyDispatcher.COUNT, 0, 0).value()).isEqualTo(60);
        for (int i = 1; i <= 60; i++) {
            assertThat(rig.process().notes.get(i - 1)).isEqualTo(i % 5 == 0 ? i + "=0" : "1:" + i);
        }
    }

    @Test
    void shouldAnswerAllOfAFrameInOneFrame() {
        long first = guest.sync(1, ToyDispatcher.ECHO, 1, 0);
        long second = guest.sync(2, ToyDispatcher.ECHO, 2, 0);
        guest.flush();
        assertThat(guest.answer(first).value()).isEqualTo(1);
        assertThat(guest.answer(second).value()).isEqualTo(2);
        assertThat(rig.registry.counter("hira.server.calls").count()).isEqualTo(2);
    }

    @Test
    void shouldReportTheApisOwnCodeWhenASynchronousCallFails() {
        Received answer = guest.ask(1, ToyDispatcher.FAIL, 42, 0);
        assertThat(answer.flags()).isEqualTo(RecordFlags.ERROR);
        assertThat(answer.code()).isEqualTo(42);
        assertThat(answer.message()).isEqualTo("asked to fail with 42");
        assertThat(answer.failedCall()).isZero();
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    @Test
    void shouldSendAnOutcomeAsAnErrorReplyWithItsCode() {
        Received answer = guest.ask(1, ToyDispatcher.OUTCOME, 600, 0);
        assertThat(answer.flags()).isEqualTo(RecordFlags.ERROR);
        assertThat(answer.code()).isEqualTo(600);
    }

    @Test
    void shouldLetTheLanesNextSynchronousCallReportAFailureInsteadOfBeingMade() {
        long failing = guest.async(1, ToyDispatcher.FAIL, 42, 0);
        guest.async(1, ToyDispatcher.FAIL, 43, 0);
        guest.async(1, ToyDispatcher.NOTE, 5, 0);
        long other = guest.sync(2, ToyDispatcher.ECHO, 2, 0);
        long poisoned = guest.sync(1, ToyDispatcher.MAKE, 50, 0);
        long clean = guest.sync(1, ToyDispatcher.ECHO, 3, 0);
        guest.flush();
        assertThat(guest.answer(other).value()).isEqualTo(2);
        Received report = guest.answer(poisoned);
        assertThat(report.flags()).isEqualTo(RecordFlags.ERROR);
        assertThat(report.code()).isEqualTo(42);
        assertThat(report.failedCall()).isEqualTo(failing);
        assertThat(guest.answer(clean).value()).isEqualTo(3);
        assertThat(rig.process().made).isEmpty();
        assertThat(rig.process().notes).containsExactly("1:5");
    }

    @Test
    void shouldReportAFailedAsynchronousCallAtOnce() {
        long failing = guest.async(1, ToyDispatcher.FAIL, 42, 0);
        guest.flush();
        Received notice = guest.take();
        assertThat(notice.kind()).isEqualTo(RecordKinds.FAILED);
        assertThat(notice.callId()).isEqualTo(failing);
        assertThat(notice.function()).isEqualTo(ToyDispatcher.FAIL);
        assertThat(notice.lane()).isEqualTo(1);
        assertThat(notice.code()).isEqualTo(42);
    }

    @Test
    void shouldPoisonTheLaneOfACallThatTheRouterRefused() {
        long refused = guest.refused(1, ToyDispatcher.NOTE, 2);
        long next = guest.sync(1, ToyDispatcher.ECHO, 3, 0);
        guest.flush();
        Received report = guest.answer(next);
        assertThat(report.code()).isEqualTo(2);
        assertThat(report.message()).isEqualTo("denied");
        assertThat(report.failedCall()).isEqualTo(refused);
    }

    @Test
    void shouldForgetAFailureWithTheLaneThatEnded() {
        guest.async(1, ToyDispatcher.FAIL, 42, 0);
        guest.lanesEnded(1);
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
    }

    @Test
    void shouldGiveEachLaneADriverOfItsOwnAndTakeNoMoreThanAllowed() {
        for (int lane = 0; lane < ToyRig.LIMITS.lanes(); lane++) {
            guest.ask(lane, ToyDispatcher.ECHO, 1, 0);
        }
        Received answer = guest.ask(99, ToyDispatcher.ECHO, 1, 0);
        assertThat(answer.code()).isEqualTo(RuntimeCodes.LIMIT);
        assertThat(answer.message()).contains("more than 8 threads");
        guest.lanesEnded(3);
        assertThat(guest.ask(99, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
        assertThat(rig.process().lanes).contains(99L).doesNotContain(3L);
    }

    @Test
    void shouldSurviveADefectOfTheDriver() {
        Received answer = guest.ask(1, ToyDispatcher.CRASH, 0, 0);
        assertThat(answer.code()).isEqualTo(RuntimeCodes.INTERNAL);
        assertThat(answer.message()).contains("crash").contains("a defect");
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }

    @Test
    void shouldRefuseAnUnknownFunction() {
        assertThat(guest.ask(1, 999, 0, 0).code()).isEqualTo(RuntimeCodes.NO_FUNCTION);
    }

    @Test
    void shouldRefuseForgedNamesBeforeTheDriverSeesThem() {
        ToyGuest other = rig.connect();
        other.open(ToyGuest.openRequest().setSession("s2").build());
        other.ask(1, ToyDispatcher.MAKE, 1000, 0);
        assertThat(guest.ask(1, ToyDispatcher.USE, 1000, 0).code())
                .isEqualTo(ToyDispatcher.INVALID);
        assertThat(guest.ask(1, ToyDispatcher.DROP, 1000, 0).code())
                .isEqualTo(ToyDispatcher.INVALID);
        assertThat(other.ask(1, ToyDispatcher.USE, 1000, 0).flags()).isZero();
        assertThat(guest.ask(1, ToyDispatcher.MAKE, 0, 0).code()).isEqualTo(ToyDispatcher.INVALID);
        assertThat(guest.ask(1, ToyDispatcher.MAKE, 1000, 0).flags()).isZero();
        assertThat(guest.ask(1, ToyDispatcher.MAKE, 1000, 0).code())
                .isEqualTo(ToyDispatcher.INVALID);
    }

    @Test
    void shouldReportAllDeathsToTheRouter() throws InvalidProtocolBufferException {
        long first = guest.async(1, ToyDispatcher.MAKE, 100, 0);
        long second = guest.async(1, ToyDispatcher.MAKE_CHILD, 101, 100);
        long third = guest.async(1, ToyDispatcher.MAKE_CHILD, 102, 101);
        guest.async(1, ToyDispatcher.DROP, 100, 0);
        guest.flush();
        Received notice = guest.take();
        assertThat(notice.audience()).isEqualTo(FrameLayout.AUDIENCE_HOP);
        Control control = Control.parseFrom(notice.args().duplicate());
        assertThat(control.getReleased().getNamesList()).containsExactly(100L, 101L, 102L);
        assertThat(control.getReleased().getCallsList()).containsExactly(first, second, third);
    }

    /** The router's books must not show an object whose end the guest has seen. */
    @Test
    void shouldReportADeathBeforeTheAnswerToALaterCall() {
        int bytes = 2 << 20;
        guest.async(1, ToyDispatcher.MAKE, 100, 0);
        guest.async(1, ToyDispatcher.DROP, 100, 0);
        // A reply of this size leaves before the turn ends.
        long large =
                guest.call(
                        RecordFlags.SYNC, 1, ToyDispatcher.GET, 1, bytes, ToyGuest.wanted(bytes));
        guest.flush();
        assertThat(guest.takeControl().getReleased().getNamesList()).containsExactly(100L);
        assertThat(guest.answer(large).payloads().getFirst().bytes()).hasSize(bytes);
    }

    @Test
    void shouldReadInputsInTheFrameWithoutMixingThemUp() {
        guest.call(0, 1, ToyDispatcher.PUT, 1, 3, ToyGuest.data((byte) 1, (byte) 2, (byte) 3));
        guest.call(0, 1, ToyDispatcher.PUT, 2, 0, ToyGuest.data());
        guest.call(0, 2, ToyDispatcher.PUT, 3, 2, ToyGuest.data((byte) 10, (byte) 20));
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(rig.process().notes).containsExactly("1=6", "2=0", "3=30");
    }

    @Test
    void shouldRefuseBuffersOfTheWrongSizeOrPlace() {
        long small =
                guest.call(RecordFlags.SYNC, 1, ToyDispatcher.PUT, 1, 3, ToyGuest.data((byte) 1));
        long none = guest.sync(1, ToyDispatcher.PUT, 1, 3);
        long wanted = guest.call(RecordFlags.SYNC, 1, ToyDispatcher.PUT, 1, 3, ToyGuest.wanted(3));
        long arena =
                guest.call(
                        RecordFlags.SYNC,
                        1,
                        ToyDispatcher.PUT,
                        1,
                        3,
                        w -> w.payloadArena(ToyDispatcher.DATA, 0, 3));
        long room = guest.call(RecordFlags.SYNC, 1, ToyDispatcher.GET, 1, 5, ToyGuest.wanted(4));
        guest.flush();
        assertThat(guest.answer(small).message())
                .isEqualTo("buffer 3 has 1 bytes where the call takes 3");
        assertThat(guest.answer(none).message()).contains("lacks its buffer 3");
        assertThat(guest.answer(wanted).message()).contains("without bytes");
        assertThat(guest.answer(arena).message()).contains("arena");
        assertThat(guest.answer(room).code()).isEqualTo(RuntimeCodes.BAD_BUFFER);
        assertThat(rig.process().notes).isEmpty();
    }

    @Test
    void shouldReturnOutputsInTheReply() {
        long id = guest.call(RecordFlags.SYNC, 1, ToyDispatcher.GET, 7, 4, ToyGuest.wanted(10));
        guest.flush();
        Received answer = guest.answer(id);
        assertThat(answer.payloads()).hasSize(1);
        assertThat(answer.payloads().getFirst().place()).isEqualTo(PayloadPlaces.INLINE);
        assertThat(answer.payloads().getFirst().field()).isEqualTo(ToyDispatcher.DATA);
        assertThat(answer.payloads().getFirst().bytes()).containsExactly(7, 8, 9, 10);
    }

    @Test
    void shouldSendALateOutputBeforeAnyReplyThatIsMadeAfterIt() {
        long late = guest.call(0, 1, ToyDispatcher.GET_LATER, 9, 3, ToyGuest.wanted(3));
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(guest.isQuiet()).isTrue();
        rig.process().completeLate();
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        Received output = guest.take();
        assertThat(output.kind()).isEqualTo(RecordKinds.OUTPUT);
        assertThat(output.callId()).isEqualTo(late);
        assertThat(output.payloads().getFirst().bytes()).containsExactly(9, 10, 11);
    }
}
