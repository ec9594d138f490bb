package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Rate;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.MemoryHeld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the agreement of router and server on device memory whose size no call states. */
@ExtendWith(NoLeaks.class)
final class ServerMemoryTest {
    private static final int MEMORY = ToyCatalog.MEMORY;

    private final Rig rig = new Rig();
    private final Peer guest = rig.open(o -> o.setVm("vm"));
    private final Peer server = rig.server();
    private final Calls calls = new Calls();

    private static void reports(Rig rig, Peer from, long bytes) {
        from.send(Control.newBuilder().setMemoryHeld(MemoryHeld.newBuilder().setBytes(bytes)));
        rig.pump.run();
    }

    private void allocates(long name, long bytes) {
        guest.send(calls.call(ToyCatalog.ALLOC, true, name, bytes).frame());
        rig.pump.run();
    }

    private Control lastControl() {
        return server.controls().getLast();
    }

    @AfterEach
    void closeRig() {
        rig.close();
    }

    @Test
    void shouldBookTheMemoryThatTheServerReportsBesideAllocations() {
        allocates(70, 100);
        reports(rig, server, 4000);
        assertThat(rig.books("vm").held("memory")).isEqualTo(4100);
        reports(rig, server, 1000);
        assertThat(rig.books("vm").held("memory")).isEqualTo(1100);
        assertThat(guest.records()).as("records for the guest").isEmpty();
    }

    @Test
    void shouldGiveReportedMemoryBackWithTheSession() {
        reports(rig, server, 4000);
        guest.link().close();
        rig.pump.run();
        assertThat(rig.books("vm").held("memory")).isZero();
    }

    @Test
    void shouldShowReportedMemoryToThePolicy() {
        long[] seen = new long[1];
        rig.policy.decide(command -> {
            seen[0] = command.heldByVm(MEMORY);
            return dev.hira.policy.Admission.ADMIT;
        });
        reports(rig, server, 4000);
        allocates(70, 100);
        assertThat(seen[0]).isEqualTo(4000);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldEndTheSessionAtAnImpossibleReport(long bytes) {
        allocates(70, 100);
        reports(rig, server, bytes);
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(guest.status().message())
                .contains("cannot hold " + Long.toUnsignedString(bytes));
        assertThat(rig.books("vm").held("memory")).isZero();
    }

    @Test
    void shouldTellTheServerAChangedQuotaBeforeTheNextCommandsAndOnlyOnce() {
        int before = server.controls().size();
        rig.policy.quota(5000);
        allocates(70, 100);
        allocates(71, 100);
        assertThat(server.controls()).hasSize(before + 1);
        assertThat(lastControl().getMemoryQuota().getBytes()).isEqualTo(5000);
        rig.policy.quota(0);
        allocates(72, 100);
        assertThat(lastControl().getMemoryQuota().getBytes()).as("the least").isEqualTo(1);
        rig.policy.quota(Rate.UNLIMITED);
        allocates(73, 100);
        assertThat(lastControl().hasMemoryQuota()).isTrue();
        assertThat(lastControl().getMemoryQuota().getBytes()).as("no quota").isZero();
    }

    @Test
    void shouldAcceptNoSuchMessagesFromAGuest() {
        reports(rig, guest, 10);
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
    }
}
