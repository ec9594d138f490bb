package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.server.testing.Received;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyRig;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how sessions come to rest. */
@Timeout(240)
final class RestTest {
    private static final Duration LONG = Duration.ofMinutes(3);

    private final ToyRig rig = new ToyRig();
    private final ToyGuest guest = rig.session();
    private final ToyHost.OneProcess process = rig.process();

    @AfterEach
    void close() {
        rig.close();
    }

    private void order(Duration limit) {
        guest.comeToRest(limit).flush();
    }

    private AtRest rest() {
        AtRest answer = guest.takeControl().getAtRest();
        assertThat(answer.getProblem()).isEmpty();
        return answer;
    }

    private String problem() {
        return guest.takeControl().getAtRest().getProblem();
    }

    @Test
    void shouldRestAtOnceWithThePlacementsOfTheDriver() {
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        order(LONG);
        assertThat(rest().getPlacements().toByteArray()).containsExactly(1, 2, 3);
        assertThat(process.notes).containsExactly("1:1");
    }

    private void settle(Duration limit) {
        guest.control(
                        Control.newBuilder()
                                .setComeToRest(
                                        ComeToRest.newBuilder()
                                                .setLimitNanos(limit.toNanos())
                                                .setStopsWork(true)
                                                .setCallsGoOn(true))
                                .build())
                .flush();
    }

    @Test
    void shouldMakeCallsAfterItsWorkStandsStillUntilTheRest() {
        settle(LONG);
        assertThat(rest().getPlacements().isEmpty()).isTrue();
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        order(LONG);
        assertThat(rest().getPlacements().toByteArray()).containsExactly(1, 2, 3);
        assertThat(process.notes).containsExactly("1:1");
    }

    @Test
    void shouldSayWhatKeepsItsWorkFromStandingStill() {
        process.state.kept = "a block had not ended";
        settle(LONG);
        assertThat(problem()).isEqualTo("a block had not ended after 180000 ms");
        process.state.kept = "";
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        settle(Duration.ofMillis(20));
        assertThat(problem()).containsPattern("the call .* had not returned after 20 ms");
        process.open(5);
        assertThat(guest.take().callId()).isEqualTo(waiting);
    }

    @Test
    void shouldRestAfterCallsThatAreAwayAndThoseBehindThem() {
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.async(1, ToyDispatcher.NOTE, 1, 0);
        long again = guest.sync(1, ToyDispatcher.AWAIT, 6, 0);
        order(LONG);
        process.open(5);
        process.open(6);
        assertThat(guest.take().callId()).isEqualTo(waiting);
        assertThat(guest.take().callId()).isEqualTo(again);
        rest();
        assertThat(process.notes).containsExactly("1:1");
    }

    @Test
    void shouldRestAfterLateOutputs() {
        guest.call(0, 1, ToyDispatcher.GET_LATER, 7, 3, ToyGuest.wanted(3));
        guest.ask(1, ToyDispatcher.ECHO, 1, 0);
        order(LONG);
        process.completeLate();
        Received output = guest.take();
        assertThat(output.kind()).isEqualTo(RecordKinds.OUTPUT);
        assertThat(output.payloads().getFirst().bytes()).containsExactly(7, 8, 9);
        rest();
    }

    @Test
    void shouldRestAfterTheGuestHasReturnedFromCallbacks() throws InterruptedException {
        guest.ask(1, ToyDispatcher.CALL_ME, 31, 8);
        Received invocation = guest.take();
        order(LONG);
        assertThat(process.state.quiesced.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(guest.isQuiet()).isTrue();
        guest.callbackReturned(invocation.callId()).flush();
        rest();
    }

    @Test
    void shouldRestAfterTheReportsThatWorkHasEnded() throws InterruptedException {
        guest.async(1, ToyDispatcher.WORK_ON, 50, 0);
        order(LONG);
        assertThat(process.state.quiesced.await(120, TimeUnit.SECONDS)).isTrue();
        assertThat(guest.isQuiet()).isTrue();
        process.finishWork();
        rest();
        assertThat(guest.isDoneQuiet()).isFalse();
        assertThat(guest.takeDone(1).getFirst().nanos()).isEqualTo(50);
    }

    @Test
    void shouldTellTheMemoryThatNoCallStatesBeforeTheRest() {
        process.unstatedMemory = 512;
        order(LONG);
        assertThat(guest.takeControl().getMemoryHeld().getBytes()).isEqualTo(512);
        rest();
    }

    @Test
    void shouldGiveUpAfterTheTimeLimitAndGoOn() {
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        order(Duration.ofMillis(2));
        assertThat(problem()).contains("had not ended in the 2 ms that were left");
        process.open(5);
        assertThat(guest.answer(waiting).value()).isEqualTo(5);
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        order(LONG);
        rest();
        assertThat(unrested()).isEqualTo(1);
    }

    @Test
    void shouldGiveUpEarlyWhenOnlyAnotherCallCouldEndWhatItWaitsFor() {
        process.state.inVain = "commands wait for an event";
        guest.call(0, 1, ToyDispatcher.GET_LATER, 7, 3, ToyGuest.wanted(3));
        guest.ask(1, ToyDispatcher.ECHO, 1, 0);
        order(LONG);
        assertThat(problem()).isEqualTo("commands wait for an event");
        process.completeLate();
        assertThat(guest.take().kind()).isEqualTo(RecordKinds.OUTPUT);
        long waiting = guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        order(LONG);
        assertThat(problem()).isEqualTo("commands wait for an event");
        process.open(5);
        assertThat(guest.answer(waiting).value()).isEqualTo(5);
        process.state.inVain = "";
        order(LONG);
        rest();
    }

    @Test
    void shouldGiveUpWhenDeviceWorkOrACallbackTakesTooLong() {
        guest.async(1, ToyDispatcher.WORK_ON, 50, 0);
        order(Duration.ofMillis(2));
        assertThat(problem()).contains("2 ms");
        process.finishWork();
        guest.ask(1, ToyDispatcher.CALL_ME, 31, 8);
        Received invocation = guest.take();
        order(Duration.ofMillis(3));
        assertThat(problem()).contains("3 ms");
        guest.callbackReturned(invocation.callId());
        guest.call(0, 1, ToyDispatcher.GET_LATER, 7, 3, ToyGuest.wanted(3));
        order(Duration.ofMillis(4));
        assertThat(problem()).contains("4 ms");
        process.completeLate();
    }

    @Test
    void shouldTellTheFailuresThatNoCallHasReportedAndKeepThem() {
        long failing = guest.async(4, ToyDispatcher.FAIL, 42, 0);
        long refused = guest.refused(3, ToyDispatcher.MAKE, 17);
        guest.async(2, ToyDispatcher.NOTE, 1, 0);
        order(LONG);
        assertThat(guest.take().kind()).isEqualTo(RecordKinds.FAILED);
        AtRest answer = rest();
        assertThat(answer.getFailedLanesList()).containsExactlyInAnyOrder(3, 4);
        Failure api = answer.getFailures(answer.getFailedLanesList().indexOf(4));
        assertThat(api.getCode()).isEqualTo(42);
        assertThat(api.getMessage()).contains("asked to fail");
        assertThat(api.getFunction()).isEqualTo(ToyDispatcher.FAIL);
        assertThat(api.getCallId()).isEqualTo(failing);
        assertThat(api.getOrigin()).isEqualTo(Failure.Origin.API);
        Failure denied = answer.getFailures(answer.getFailedLanesList().indexOf(3));
        assertThat(denied.getCallId()).isEqualTo(refused);
        assertThat(guest.ask(4, ToyDispatcher.ECHO, 0, 0).failedCall()).isEqualTo(failing);
    }

    @Test
    void shouldTellTheOriginOfAFailure() {
        guest.async(1, ToyDispatcher.CRASH, 0, 0);
        order(LONG);
        guest.take();
        assertThat(rest().getFailures(0).getOrigin()).isEqualTo(Failure.Origin.SERVER);
    }

    @Test
    void shouldNotRestWhenTheDriverCannotMoveSessions() {
        rig.host.movable = false;
        ToyGuest other = rig.session();
        other.comeToRest(LONG).flush();
        assertThat(other.takeControl().getAtRest().getProblem()).contains("cannot move");
        assertThat(other.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
    }

    @Test
    void shouldNotRestWhenACallArrivesMeanwhile() {
        guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        guest.comeToRest(LONG);
        assertThat(guest.ask(2, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
        process.open(5);
        assertThat(guest.take().value()).isEqualTo(5);
        assertThat(problem()).contains("a call arrived");
    }

    @Test
    void shouldNotRestWhenThePlacementsDoNotFitAFrame() {
        process.state.placements = new byte[(1 << 19) + 1];
        order(LONG);
        assertThat(problem()).contains("524289 bytes where 524288 fit");
    }

    @Test
    void shouldAnswerAnOrderDuringAnotherOne() {
        guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        order(LONG);
        order(LONG);
        assertThat(problem()).contains("another step");
        guest.sendState("hira+unix:///nowhere", new byte[32]).flush();
        assertThat(guest.takeControl().getStateMoved().getProblem()).contains("another step");
        process.open(5);
        guest.take();
        rest();
    }

    @Test
    void shouldEndTheRestWithTheNextCall() {
        order(LONG);
        rest();
        guest.ask(1, ToyDispatcher.ECHO, 0, 0);
        guest.sendState("hira+unix:///nowhere", new byte[32]).flush();
        assertThat(guest.takeControl().getStateMoved().getProblem()).contains("not at rest");
    }

    @Test
    void shouldReleaseASessionThatEndsWhileItComesToRest() {
        guest.sync(1, ToyDispatcher.AWAIT, 5, 0);
        order(LONG);
        guest.link().close();
        assertThat(rig.awaitEmpty()).isTrue();
        assertThat(process.isClosed()).isTrue();
    }

    @Test
    void shouldReleaseASessionThatEndsWhileItWaitsForItsDevice() {
        guest.call(0, 1, ToyDispatcher.GET_LATER, 7, 3, ToyGuest.wanted(3));
        guest.async(1, ToyDispatcher.WORK_ON, 50, 0);
        order(LONG);
        guest.link().close();
        assertThat(rig.awaitEmpty()).isTrue();
        assertThat(process.isClosed()).isTrue();
    }

    private double unrested() {
        return rig.registry
                .counter("hira.server.moves", "direction", "out", "outcome", "unrested")
                .count();
    }
}
