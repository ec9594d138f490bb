package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.count.VerdictTotals;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.RouterSession;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Calls.Seen;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The counts and events of a session's commands, and the turns that they give up. */
@ExtendWith(NoLeaks.class)
final class PathReportsTest {
    private final Rig rig = new Rig();
    private final EventQueue events =
            rig.events.watch(
                    new EventFilter(
                            "", Set.of(EventKind.ADMITTED, EventKind.DELAYED, EventKind.DENIED)),
                    100,
                    () -> {});
    private final Peer guest = rig.open();
    private final Peer server = rig.server();
    private final RouterSession session = rig.registry.all().getFirst();

    @AfterEach
    void close() {
        rig.close();
    }

    private PathCounters counters() {
        return Objects.requireNonNull(session.facts()).counters();
    }

    private VerdictTotals totals() {
        VerdictTotals totals = new VerdictTotals();
        counters().verdicts().addTo(totals);
        return totals;
    }

    private void send(Frame frame) {
        guest.send(frame);
        rig.pump.run();
    }

    private RouterEvent onlyEvent() {
        List<RouterEvent> told = events.drain();
        assertThat(told).hasSize(1);
        return told.getFirst();
    }

    private void delayWork() {
        rig.policy.decide(c -> c.work() ? new Delay("queue") : Admission.ADMIT);
    }

    private static Frame work(long firstCall) {
        return new Calls(firstCall).call(ToyCatalog.WORK, false, 1, 0).frame();
    }

    @Test
    void shouldTellHowManyCommandsOfAFrameWereAdmitted() {
        send(
                new Calls()
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .call(ToyCatalog.ALLOC, true, 7, 64)
                        .frame());
        RouterEvent told = onlyEvent();
        assertThat(told.kind()).isEqualTo(EventKind.ADMITTED);
        assertThat(told.count()).isEqualTo(3);
        assertThat(rig.policy.batches())
                .as("the policy hears of the end of the frame")
                .isEqualTo(1);
    }

    @Test
    void shouldCountARefusedCommandByItsReasonAndTellIt() {
        rig.policy.decide(c -> new Deny("quota", ToyCatalog.MEMORY, "no room for it"));
        send(new Calls().call(ToyCatalog.ALLOC, true, 7, 64).frame());
        assertThat(counters().refusedCommands()).isEqualTo(1);
        assertThat(Objects.requireNonNull(totals().denied().get("quota")).commands()).isEqualTo(1);
        assertThat(rig.count("hira.router.commands.refused", "reason", "quota")).isEqualTo(1);
        RouterEvent told = onlyEvent();
        assertThat(told.kind()).isEqualTo(EventKind.DENIED);
        assertThat(told.function())
                .isEqualTo(Objects.requireNonNull(rig.catalog.row(ToyCatalog.ALLOC)).name());
        assertThat(told.reason()).isEqualTo("quota");
        assertThat(told.detail()).contains("no room for it");
    }

    @Test
    void shouldCountAWaitingCommandByItsReasonAndTellItOnce() {
        delayWork();
        send(work(1));
        assertThat(totals().stillWaiting()).isEqualTo(1);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(Objects.requireNonNull(totals().delayed().get("queue")).commands())
                .as("judged again, and still the same wait")
                .isEqualTo(1);
        assertThat(rig.count("hira.router.commands.delayed", "reason", "queue")).isEqualTo(1);
        RouterEvent told = onlyEvent();
        assertThat(told.kind()).isEqualTo(EventKind.DELAYED);
        assertThat(told.reason()).isEqualTo("queue");
        assertThat(told.function())
                .isEqualTo(Objects.requireNonNull(rig.catalog.row(ToyCatalog.WORK)).name());
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(totals().stillWaiting()).isZero();
        assertThat(server.records()).hasSize(1);
    }

    @Test
    void shouldGiveUpItsTurnWhenTheVmIsPausedMeanwhile() {
        delayWork();
        send(work(1));
        session.obey(VmStanding.PAUSED);
        rig.pump.run();
        assertThat(rig.policy.withdrawals()).isEqualTo(1);
        assertThat(totals().delayed()).containsKey("paused");
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.records()).as("it is paused").isEmpty();
        session.obey(VmStanding.RUNNING);
        rig.pump.run();
        assertThat(server.records()).hasSize(1);
    }

    @Test
    void shouldReleaseWhatWaitsWhenTheSessionEnds() {
        delayWork();
        Frame judged = work(1);
        Frame behind = work(2);
        send(judged);
        send(behind);
        server.link().close(LinkStatus.NORMAL);
        rig.pump.run();
        assertThat(judged.references()).isZero();
        assertThat(behind.references()).isZero();
        assertThat(server.records()).isEmpty();
    }

    @Test
    void shouldPassAReturnOnOnceThoughItOvertookItsFrame() {
        delayWork();
        server.send(new Calls().record(RecordKinds.CALLBACK, 0, 5, 7).frame());
        rig.pump.run();
        send(
                new Calls()
                        .call(ToyCatalog.WORK, false, 1, 0)
                        .record(RecordKinds.CALLBACK_RETURN, 0, 0, 7)
                        .call(ToyCatalog.WORK, false, 2, 0)
                        .frame());
        rig.policy.decide(c -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.records())
                .extracting(Seen::kind)
                .containsExactly(RecordKinds.CALLBACK_RETURN, RecordKinds.CALL, RecordKinds.CALL);
    }

    @Test
    void shouldEndASessionWhoseServerTellsChoicesForOtherThanTheNamedCalls() {
        server.send(
                Control.newBuilder()
                        .setChosen(
                                Chosen.newBuilder()
                                        .addCalls(1)
                                        .addCalls(2)
                                        .addChoices(ByteString.copyFromUtf8("choice"))));
        rig.pump.run();
        assertThat(guest.isOpen()).isFalse();
        assertThat(server.isOpen()).isFalse();
    }
}
