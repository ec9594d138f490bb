package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.KernelsHeld;
import dev.hira.wire.v1.Running;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The turns of kernels, as router and server agree on them. */
@ExtendWith(NoLeaks.class)
final class KernelTurnsTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open(o -> o.setVm("vm"));
    private final Peer server = rig.server();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    private void resume() {
        rig.policy.resumeAll();
        rig.pump.run();
    }

    @Test
    void shouldTellTheServerWhatToHoldWhenItChanges() {
        int before = server.controls().size();
        rig.policy.held(true);
        resume();
        resume();
        assertThat(server.controls()).hasSize(before + 1);
        assertThat(server.controls().getLast().getHoldKernels().getDevicesList())
                .containsExactly(0);
        rig.policy.held(false);
        resume();
        assertThat(server.controls()).hasSize(before + 2);
        assertThat(server.controls().getLast().getHoldKernels().getDevicesList()).isEmpty();
    }

    @Test
    void shouldTellThePolicyTheDeviceTimeSoFar() {
        server.send(
                Control.newBuilder()
                        .setKernelsHeld(KernelsHeld.newBuilder().addCalls(7).addNanos(30)));
        server.send(Control.newBuilder().setRunning(Running.newBuilder().addCalls(8).addNanos(40)));
        server.send(Control.newBuilder().setRunning(Running.newBuilder().addCalls(9)));
        rig.pump.run();
        assertThat(rig.policy.told())
                .containsExactly(
                        "call 7 has taken 30",
                        "call 8 is running",
                        "call 8 has taken 40",
                        "call 9 is running");
        assertThat(guest.isOpen()).isTrue();
    }

    @Test
    void shouldEndTheSessionOfAServerThatReportsTimesOfNoCalls() {
        server.send(
                Control.newBuilder()
                        .setKernelsHeld(KernelsHeld.newBuilder().addCalls(7).addCalls(8)));
        rig.pump.run();
        assertThat(guest.isOpen()).isFalse();
    }
}
