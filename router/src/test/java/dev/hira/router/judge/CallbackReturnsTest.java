package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Callbacks return although commands wait, because those commands may wait for the device that
 * waits for the callback.
 */
@ExtendWith(NoLeaks.class)
final class CallbackReturnsTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();
    private boolean open;

    private void delayWork() {
        rig.policy.decide(
                command -> command.work() && !open ? new Delay("queue") : Admission.ADMIT);
    }

    private void callBack(long invocation) {
        server.send(new Calls().record(RecordKinds.CALLBACK, 0, 5, invocation).frame());
        rig.pump.run();
    }

    private List<Integer> kinds() {
        return server.records().stream().map(Seen::kind).toList();
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void shouldLetAReturnOvertakeWhatWaits() {
        delayWork();
        callBack(7);
        guest.send(new Calls().call(ToyCatalog.WORK, false, 1, 0).frame());
        rig.pump.run();
        assertThat(server.records()).isEmpty();
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 0, 7).frame());
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
        assertThat(server.records().getFirst().call()).isEqualTo(7);
    }

    @Test
    void shouldFindAReturnBehindTheCommandInItsOwnFrame() {
        delayWork();
        callBack(7);
        guest.send(
                new Calls()
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .record(RecordKinds.CALLBACK_RETURN, 0, 0, 7)
                        .frame());
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
        open = true;
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN, RecordKinds.CALL);
    }

    @Test
    void shouldSendAReturnOnceThoughTheCommandBehindItIsJudgedTwice() {
        delayWork();
        callBack(7);
        guest.send(
                new Calls()
                        .record(RecordKinds.CALLBACK_RETURN, 0, 0, 7)
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .frame());
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
        callBack(7); // a server should use no number again
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
    }

    @Test
    void shouldReadOnWhenACallbackIsAskedForWhileACommandWaits() {
        delayWork();
        guest.send(new Calls().call(ToyCatalog.WORK, false, 1, 0).frame());
        rig.pump.run();
        guest.send(new Calls(2).record(RecordKinds.CALLBACK_RETURN, 0, 0, 9).frame());
        rig.pump.run();
        assertThat(server.records()).isEmpty();
        callBack(9);
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
    }

    @Test
    void shouldBearManyFramesOfAGuestWhoseCallbackTakesLong() {
        delayWork();
        callBack(7);
        for (int i = 1; i <= 1000; i++) {
            guest.send(new Calls(i).call(ToyCatalog.WORK, false, 1, 0).frame());
            rig.pump.run();
        }
        assertThat(server.records()).isEmpty();
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 0, 7).frame());
        rig.pump.run();
        open = true;
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.records()).hasSize(1001);
        assertThat(rig.services.waiting().taken()).isZero();
    }

    @Test
    void shouldHoldTheGuestAgainOnceNothingIsExpected() {
        delayWork();
        callBack(7);
        guest.send(new Calls().call(ToyCatalog.WORK, false, 1, 0).frame());
        guest.send(new Calls().record(RecordKinds.CALLBACK_RETURN, 0, 0, 7).frame());
        rig.pump.run();
        for (int i = 0; i < 10; i++) {
            guest.send(new Calls(10 + i).call(ToyCatalog.READ, true, 1, 0).frame());
        }
        rig.pump.run();
        assertThat(kinds()).containsExactly(RecordKinds.CALLBACK_RETURN);
        assertThat(guest.link().isWritable()).isFalse();
        open = true;
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.records()).hasSize(12);
    }
}
