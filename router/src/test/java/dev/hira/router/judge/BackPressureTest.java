package dev.hira.router.judge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Deny;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.PumpedLink;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.RecordKinds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class BackPressureTest {
    private static final int FRAMES = 500;

    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();

    /** Sends like a well-behaved sender: only while the link is writable. */
    private void flood(Peer from, int toSend, int[] sent, java.util.function.IntConsumer send) {
        while (sent[0] < toSend && from.link().isWritable()) {
            send.accept(++sent[0]);
            rig.pump.run();
        }
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void shouldStopReadingAGuestWhoseServerDoesNotRead() {
        server.link().setReadable(false);
        int[] sent = {0};
        flood(guest, FRAMES, sent, this::work);
        assertThat(sent[0]).isLessThanOrEqualTo(2 * PumpedLink.WINDOW + 1);
        server.link().setReadable(true);
        rig.pump.run();
        flood(guest, FRAMES, sent, this::work);
        assertThat(server.records()).hasSize(FRAMES);
        assertThat(server.records().getLast().call()).isEqualTo(FRAMES);
    }

    private void work(int call) {
        guest.send(new Calls(call).call(ToyCatalog.WORK, false, 0, 0).frame());
    }

    @Test
    void shouldStopReadingAServerWhoseGuestDoesNotRead() {
        guest.link().setReadable(false);
        int[] sent = {0};
        flood(server, FRAMES, sent, this::output);
        assertThat(sent[0]).isLessThanOrEqualTo(2 * PumpedLink.WINDOW + 1);
        guest.link().setReadable(true);
        rig.pump.run();
        flood(server, FRAMES, sent, this::output);
        assertThat(guest.records()).hasSize(FRAMES);
    }

    private void output(int call) {
        server.send(new Calls().record(RecordKinds.OUTPUT, 0, ToyCatalog.READ, call).frame());
    }

    @Test
    void shouldNotCollectAnswersForAGuestThatDoesNotReadThem() {
        rig.policy.decide(c -> new Deny("quota", ToyCatalog.MEMORY, "no"));
        guest.link().setReadable(false);
        int[] sent = {0};
        flood(
                guest,
                FRAMES,
                sent,
                call -> guest.send(new Calls(call).call(ToyCatalog.ALLOC, true, 1, 1).frame()));
        assertThat(sent[0]).isLessThanOrEqualTo(2 * PumpedLink.WINDOW + 1);
        rig.policy.decide(c -> Admission.ADMIT);
        guest.link().setReadable(true);
        rig.pump.run();
        flood(guest, FRAMES, sent, this::work);
        assertThat(server.records().size() + guest.records().size()).isEqualTo(FRAMES);
    }

    @Test
    void shouldLetAStuckSessionDisturbNoOther() {
        server.link().setReadable(false);
        flood(guest, FRAMES, new int[] {0}, this::work);
        Peer other = rig.open();
        other.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(rig.server().records()).hasSize(1);
    }
}
