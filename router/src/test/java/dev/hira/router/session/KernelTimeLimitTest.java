package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Rate;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The time limit of kernels of running sessions. */
@ExtendWith(NoLeaks.class)
final class KernelTimeLimitTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open(o -> o.setVm("vm"));
    private final Peer server = rig.server();
    private final Calls calls = new Calls();

    @AfterEach
    void closeRig() {
        rig.close();
    }

    private Control lastControl() {
        return server.controls().getLast();
    }

    @Test
    void shouldTellTheServerAChangedLimitWithoutACommandOfTheGuest() {
        int before = server.controls().size();
        rig.policy.kernelNanos(5000);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.controls()).hasSize(before + 1);
        assertThat(lastControl().getKernelLimit().getNanos()).isEqualTo(5000);
        rig.policy.resumeAll();
        rig.pump.run();
        assertThat(server.controls()).as("the same limit").hasSize(before + 1);
    }

    @Test
    void shouldTellTheServerAChangedLimitBeforeTheNextCommands() {
        rig.policy.kernelNanos(Rate.UNLIMITED);
        guest.send(calls.call(ToyCatalog.ALLOC, true, 70, 100).frame());
        rig.pump.run();
        int before = server.controls().size();
        rig.policy.kernelNanos(7000);
        guest.send(calls.call(ToyCatalog.ALLOC, true, 71, 100).frame());
        rig.pump.run();
        assertThat(server.controls()).hasSize(before + 1);
        assertThat(lastControl().getKernelLimit().getNanos()).isEqualTo(7000);
        rig.policy.kernelNanos(Rate.UNLIMITED);
        guest.send(calls.call(ToyCatalog.ALLOC, true, 72, 100).frame());
        rig.pump.run();
        assertThat(lastControl().hasKernelLimit()).isTrue();
        assertThat(lastControl().getKernelLimit().getNanos()).as("no limit").isZero();
    }
}
