package dev.hira.server.move;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.server.testing.MoveRig;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.server.testing.ToyState;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Rebuilt;
import dev.hira.wire.v1.RepeatChoices;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session that is prepared for the death of its server, and one that replaces a dead one. */
@Timeout(240)
final class RebuildTest {
    @TempDir Path folder;

    private MoveRig rig;
    private ToyGuest guest;

    @BeforeEach
    void open() {
        rig = new MoveRig(folder);
        guest = rig.fresh.guest();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void repeat(boolean last, int... choices) {
        RepeatChoices.Builder repeat = RepeatChoices.newBuilder().setLast(last);
        for (int choice : choices) {
            repeat.addChoices(ByteString.copyFrom(new byte[] {(byte) choice}));
        }
        guest.control(Control.newBuilder().setRepeatChoices(repeat).build());
    }

    private void rest() {
        guest.comeToRest(Duration.ofMinutes(3)).flush();
        assertThat(guest.takeControl().getAtRest().getProblem()).isEmpty();
    }

    private void rebuilt() {
        guest.control(Control.newBuilder().setRebuilt(Rebuilt.getDefaultInstance()).build());
        assertThat(guest.ask(1, ToyDispatcher.ECHO, 3, 0).value()).isEqualTo(3);
    }

    @Test
    void shouldReportWhatDevicesChoseForNewObjectsBeforeTheAnswer() {
        guest.open(ToyGuest.openRequest().setReportsChoices(true).build());
        guest.async(1, ToyDispatcher.MAKE, ToyState.UNCHOSEN, 0);
        long call = guest.sync(1, ToyDispatcher.MAKE, 5, 0);
        guest.flush();
        assertThat(guest.takeControl())
                .isEqualTo(
                        Control.newBuilder()
                                .setChosen(
                                        Chosen.newBuilder()
                                                .addCalls(call)
                                                .addChoices(ByteString.copyFrom(new byte[] {5})))
                                .build());
        guest.answer(call);
    }

    @Test
    void shouldReportNothingUnlessAsked() {
        guest.open();
        assertThat(guest.ask(1, ToyDispatcher.MAKE, 5, 0).value()).isZero();
        assertThat(guest.isQuiet()).isTrue();
    }

    /** Another server makes the same choices for the same objects in the same order only. */
    @Test
    void shouldMakeCallsThatCreateObjectsInTheOrderOfTheirArrival() {
        guest.open(ToyGuest.openRequest().setReportsChoices(true).build());
        ToyHost.OneProcess process = rig.fresh.process();
        long first = guest.sync(1, ToyDispatcher.AWAIT_MAKE, 5, 77);
        long second = guest.sync(2, ToyDispatcher.MAKE, 78, 0);
        guest.flush();
        process.open(5);
        assertThat(guest.takeControl().getChosen().getCallsList()).containsExactly(first);
        assertThat(guest.takeControl().getChosen().getCallsList()).containsExactly(second);
        guest.answer(first);
        guest.answer(second);
    }

    @Test
    void shouldRepeatChoicesUntilItIsRebuilt() {
        guest.open(ToyGuest.openRequest().setRebuilds(true).build());
        repeat(false, 5);
        repeat(true, 6, 7);
        guest.ask(1, ToyDispatcher.MAKE, 5, 0);
        rest();
        ToyState state = rig.fresh.state();
        assertThat(state.preparedObjects)
                .containsExactly(new byte[] {5}, new byte[] {6}, new byte[] {7});
        assertThat(state.repetitionEnded).isFalse();
        rebuilt();
        assertThat(state.repetitionEnded).isTrue();
    }

    @Test
    void shouldSayWhenChoicesCannotBeRepeated() {
        guest.open(ToyGuest.openRequest().setRebuilds(true).build());
        repeat(true, ToyState.BAD_PLACEMENTS);
        guest.flush();
        assertThat(guest.takeControl().getStateMoved().getProblem()).contains("choices are bad");
    }

    @Test
    void shouldIgnoreOrdersThatDoNotFit() {
        guest.open();
        repeat(true, 5);
        guest.flush();
        assertThat(guest.takeControl().getStateMoved().getProblem()).contains("was not opened to");
        rebuilt();
        assertThat(rig.fresh.state().repetitionEnded).isFalse();
        assertThat(rig.fresh.state().preparedObjects).isEmpty();
    }
}
