package dev.hira.router.operator.vms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.Admission.Delay;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventKind;
import dev.hira.router.operator.events.EventQueue;
import dev.hira.router.operator.events.RouterEvent;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DelaySumsTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open(open -> open.setVm("blue"));
    private final DelaySums sums = new DelaySums(rig.events, rig.registry::totals);

    @AfterEach
    void close() {
        rig.close();
    }

    private EventQueue watch() {
        return rig.events.watch(new EventFilter("", Set.of(EventKind.DELAYS)), 1024, () -> {});
    }

    private void delay(String reason, long at) {
        rig.nanos.set(at);
        rig.policy.decide(command -> new Delay(reason));
        rig.policy.resumeAll();
        rig.pump.run();
    }

    @Test
    void shouldSumUpTheDelaysOfAVmSinceTheLastLook() {
        EventQueue queue = watch();
        sums.look();
        delay("rate", 0);
        guest.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        delay("queue", 200_000_000);
        rig.nanos.set(1_000_000_000);
        sums.look();
        List<RouterEvent> first = queue.drain();
        rig.nanos.set(2_000_000_000);
        rig.policy.decide(command -> Admission.ADMIT);
        rig.policy.resumeAll();
        rig.pump.run();
        sums.look();
        List<RouterEvent> second = queue.drain();
        rig.nanos.set(3_000_000_000L);
        sums.look();

        assertThat(first).hasSize(1);
        assertThat(first.getFirst().kind()).isEqualTo(EventKind.DELAYS);
        assertThat(first.getFirst().vm()).isEqualTo("blue");
        assertThat(first.getFirst().reason()).isEqualTo("queue");
        assertThat(first.getFirst().nanos()).isEqualTo(1_000_000_000);
        assertThat(first.getFirst().count()).isEqualTo(2);
        assertThat(first.getFirst().detail())
                .isEqualTo("queue 800.0 ms (1 command), rate 200.0 ms (1 command)");
        assertThat(second).extracting(RouterEvent::nanos).containsExactly(1_000_000_000L);
        assertThat(queue.drain()).isEmpty();
    }

    @Test
    void shouldTellNothingOfTheTimeBeforeTheFirstWatcher() {
        delay("rate", 0);
        guest.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        rig.nanos.set(1_000_000_000);
        sums.look();
        EventQueue queue = watch();
        sums.look();
        assertThat(queue.drain()).isEmpty();
        rig.nanos.set(1_500_000_000);
        sums.look();
        assertThat(queue.drain()).extracting(RouterEvent::nanos).containsExactly(500_000_000L);
    }
}
