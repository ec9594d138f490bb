package dev.hira.server.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.LanesEnded;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests calls that wait, and callbacks. */
@Timeout(240)
final class BlockingTest {
    private final ToyRig rig = new ToyRig();
    private final ToyGuest guest = rig.session();
    private final ToyHost.OneProcess process = rig.process();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldLetOtherLanesContinueWhileOneWaits() {
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.flush();
        assertThat(guest.ask(2, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(guest.isQuiet()).isTrue();
        process.open(5);
        assertThat(guest.answer(waiting).value()).isEqualTo(5);
    }

    /** Another thread may rely on a call that has returned to the program. */
    @Test
    void shouldLetAllLanesFollowAnAsynchronousCallThatOnlyTakesLong() {
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        guest.async(1, ToyDispatcher.NOTE_PREPARED, 2, 5);
        long second = guest.sync(2, ToyDispatcher.ECHO, 7, 0);
        guest.async(2, ToyDispatcher.NOTE, 3, 0);
        guest.async(1, ToyDispatcher.NOTE, 4, 0);
        guest.async(3, ToyDispatcher.NOTE_PREPARED, 5, 6);
        guest.async(2, ToyDispatcher.NOTE, 6, 0);
        guest.flush();
        guest.lanesEnded(2).flush();
        process.open(5);
        assertThat(guest.answer(second).value()).isEqualTo(7);
        process.open(6);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).containsExactly("1:1", "1:2", "2:3", "1:4", "3:5", "2:6");
    }

    /** The program has not been told that a synchronous call is made; no thread relies on it. */
    @Test
    void shouldLetOtherLanesContinueWhileASynchronousCallTakesLong() {
        long first = guest.sync(1, ToyDispatcher.NOTE_PREPARED, 2, 5);
        guest.flush();
        assertThat(guest.ask(2, ToyDispatcher.ECHO, 7, 0).value()).isEqualTo(7);
        assertThat(process.notes).isEmpty();
        process.open(5);
        guest.answer(first);
        assertThat(process.notes).containsExactly("1:2");
    }

    /** The order of arrival is the only one that another server can repeat. */
    @Test
    void shouldKeepTheOrderOfAllLanesUntilACallWaitsInASessionThatIsRepeated() {
        ToyGuest repeated = rig.connect();
        repeated.open(ToyGuest.openRequest().setReportsChoices(true).build());
        ToyHost.OneProcess fresh = rig.process();
        long first = repeated.sync(1, ToyDispatcher.NOTE_PREPARED, 1, 5);
        repeated.async(2, ToyDispatcher.NOTE, 2, 0);
        long waiting = repeated.sync(2, ToyDispatcher.AWAIT, 6, 0);
        repeated.async(3, ToyDispatcher.NOTE, 3, 0);
        long last = repeated.sync(3, ToyDispatcher.ECHO, 7, 0);
        repeated.flush();
        guest.ask(1, ToyDispatcher.ECHO, 0, 0); // on the same home thread, behind these calls
        assertThat(fresh.notes).isEmpty();
        fresh.open(5);
        repeated.answer(first);
        assertThat(repeated.answer(last).value()).isEqualTo(7);
        assertThat(fresh.notes).containsExactly("1:1", "2:2", "3:3");
        fresh.open(6);
        assertThat(repeated.answer(waiting).value()).isEqualTo(6);
    }

    @Test
    void shouldNotTakeAThreadOfTheLaneWhenTheCallIsReady() {
        process.open(5);
        assertThat(guest.ask(1, ToyDispatcher.AWAIT, 5, 0).value()).isEqualTo(5);
        assertThat(process.awayThreads).noneMatch(thread -> thread.getName().equals("rig-lane"));
        assertThat(rig.registry.counter("hira.server.calls.blocked").count()).isZero();
    }

    @Test
    void shouldMakeACallAgainOnAThreadOfTheLaneWhenTheDriverWouldWait() {
        guest.call(0, 1, ToyDispatcher.PUT_WHEN_OPEN, 5, 2, ToyGuest.data((byte) 3, (byte) 4));
        guest.async(1, ToyDispatcher.NOTE, 10, 0);
        guest.flush();
        assertThat(guest.ask(2, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(guest.ask(2, ToyDispatcher.USE, 5, 0).code()).isEqualTo(ToyDispatcher.INVALID);
        assertThat(guest.ask(2, ToyDispatcher.MAKE, 5, 0).code()).isEqualTo(ToyDispatcher.INVALID);
        assertThat(process.notes).isEmpty();
        process.open(5);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).containsExactly("5=7", "1:10");
        assertThat(guest.ask(2, ToyDispatcher.USE, 5, 0).flags()).isZero();
        assertThat(process.awayThreads).allMatch(thread -> thread.getName().equals("rig-lane"));
    }

    @Test
    void shouldMakeEveryCallOnAThreadOfTheLaneWhenTheDriverMayBlock() {
        process.mayBlock = true;
        assertThat(guest.ask(1, ToyDispatcher.MAKE, 5, 0).flags()).isZero();
        guest.async(1, ToyDispatcher.NOTE, 10, 0);
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        assertThat(guest.ask(2, ToyDispatcher.USE, 5, 0).flags()).isZero();
        assertThat(process.notes).contains("1:10");
        assertThat(process.noteThreads).extracting(Thread::getName).containsOnly("rig-lane");
    }

    @Test
    void shouldMakeACallOnceWhenTheDriverNeedNotWait() {
        process.open(5);
        guest.call(0, 1, ToyDispatcher.PUT_WHEN_OPEN, 5, 2, ToyGuest.data((byte) 3, (byte) 4));
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).containsExactly("5=7");
        assertThat(rig.registry.counter("hira.server.calls.blocked").count()).isZero();
    }

    @Test
    void shouldKeepTheRecordsOfAWaitingLaneInOrder() {
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.async(1, ToyDispatcher.NOTE, 10, 0);
        guest.call(0, 1, ToyDispatcher.PUT, 11, 2, ToyGuest.data((byte) 3, (byte) 4));
        long again = guest.sync(1, ToyDispatcher.AWAIT, 6, 0);
        guest.async(1, ToyDispatcher.NOTE, 12, 0);
        guest.async(2, ToyDispatcher.NOTE, 20, 0);
        guest.flush();
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).containsExactly("2:20");
        process.open(5);
        guest.answer(waiting);
        guest.async(1, ToyDispatcher.NOTE, 13, 0);
        guest.flush();
        process.open(6);
        guest.answer(again);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).containsExactly("2:20", "1:10", "11=7", "1:12", "1:13");
    }

    @Test
    void shouldEnterTheObjectsOfAWaitingCallOnceItIsMade() {
        long making = guest.sync(1, ToyDispatcher.AWAIT_MAKE, 5, 77);
        guest.flush();
        assertThat(guest.ask(2, ToyDispatcher.USE, 77, 0).code()).isEqualTo(ToyDispatcher.INVALID);
        assertThat(guest.ask(2, ToyDispatcher.MAKE, 77, 0).code()).isEqualTo(ToyDispatcher.INVALID);
        process.open(5);
        assertThat(guest.answer(making).flags()).isZero();
        assertThat(guest.ask(2, ToyDispatcher.USE, 77, 0).flags()).isZero();
    }

    @Test
    void shouldReturnOutputsOfACallThatWaited() {
        long id =
                guest.call(RecordFlags.SYNC, 1, ToyDispatcher.AWAIT_GET, 5, 3, ToyGuest.wanted(3));
        guest.flush();
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        process.open(5);
        assertThat(guest.answer(id).payloads().getFirst().bytes()).containsExactly(5, 6, 7);
    }

    @Test
    void shouldMakeAllCallsThatWaitInARowEachOnceAndInOrder() {
        List<Long> calls = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            calls.add(guest.sync(1, ToyDispatcher.AWAIT_NOTE, 5, i + 1));
            if (i % 7 == 0) {
                guest.flush();
            }
        }
        guest.async(2, ToyDispatcher.NOTE, 9, 0);
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        process.open(5);
        for (long call : calls) {
            assertThat(guest.answer(call).value()).isEqualTo(5);
        }
        List<String> expected = new ArrayList<>(List.of("2:9"));
        for (int i = 0; i < 300; i++) {
            expected.add("1:" + (i + 1));
        }
        assertThat(process.notes).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldEndALaneAfterTheCallThatItWaitsFor() {
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.lanesEnded(1);
        guest.flush();
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.lanes).contains(1L);
        process.open(5);
        guest.answer(waiting);
        for (int i = 0; i < 1000 && process.lanes.contains(1L); i++) {
            guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        }
        assertThat(process.lanes).doesNotContain(1L);
    }

    @Test
    void shouldNotKeepMoreEndedLanesThanAGuestCanHave() {
        guest.async(1, ToyDispatcher.NOTE_PREPARED, 2, 5);
        for (int i = 0; i < 4; i++) {
            guest.control(
                    Control.newBuilder()
                            .setLanesEnded(
                                    LanesEnded.newBuilder()
                                            .addAllLanes(
                                                    IntStream.range(i * 10_000, (i + 1) * 10_000)
                                                            .boxed()
                                                            .toList()))
                            .build());
        }
        guest.flush();

        LinkStatus status = guest.closedStatus();
        assertThat(status.cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(status.message()).contains("the guest ends more than");
    }

    @Test
    void shouldReleaseEverythingWhenTheGuestGoesWhileACallWaits() {
        guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.sync(1, ToyDispatcher.AWAIT, 6, 0);
        guest.flush();
        guest.ask(2, ToyDispatcher.ECHO, 0, 0);
        guest.link().close();
        assertThat(rig.awaitEmpty()).isTrue();
        assertThat(process.isClosed()).isTrue();
        assertThat(rig.host.open).hasValue(0);
        assertThat(rig.server.sessions()).isZero();
    }

    @Test
    void shouldRunACallbackInTheGuestAndWaitForIt() throws InterruptedException {
        guest.ask(1, ToyDispatcher.CALL_ME, 31, 8);
        Received invocation = guest.take();
        assertThat(invocation.kind()).isEqualTo(RecordKinds.CALLBACK);
        assertThat(invocation.function()).isEqualTo(5);
        assertThat(invocation.value()).isEqualTo(31);
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        assertThat(process.notes).isEmpty();
        guest.callbackReturned(invocation.callId()).flush();
        process.callbackThreads.getFirst().join(30_000);
        assertThat(process.notes).containsExactly("callback returned");
    }

    @Test
    void shouldReleaseAThreadThatWaitsForACallbackWhenTheGuestGoes() throws InterruptedException {
        guest.ask(1, ToyDispatcher.CALL_ME, 31, 8);
        guest.take();
        guest.link().close();
        process.callbackThreads.getFirst().join(30_000);
        assertThat(process.notes).containsExactly("callback returned");
        assertThat(rig.awaitEmpty()).isTrue();
    }

    @Test
    void shouldIgnoreTheReturnOfACallbackWithoutAWaitingThread() {
        guest.callbackReturned(12345);
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 1, 0).value()).isEqualTo(1);
    }
}
