package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission.Delay;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Close;
import dev.hira.wire.v1.Control;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class EndingTest {
    private final Rig rig = new Rig();
    private final Peer guest = rig.open();
    private final Peer server = rig.server();
    private final Peer other = rig.open();

    private void allocate() {
        guest.send(new Calls().call(ToyCatalog.ALLOC, true, 1, 1000).frame());
        rig.pump.run();
        assertThat(rig.books("default").held("memory")).isEqualTo(1000);
    }

    private void assertNothingLeftButTheOther() {
        assertThat(rig.books("default").held("memory")).isZero();
        assertThat(rig.registry.registrations()).isEqualTo(1);
        assertThat(rig.policy.open()).isEqualTo(1);
        assertThat(rig.pool.views().get(0).sessions()).isEqualTo(1);
        assertThat(rig.registry.all()).hasSize(1);
        assertThat(other.isOpen()).isTrue();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldReleaseEverythingWhenTheGuestVanishes() {
        allocate();
        guest.link().kill();
        rig.pump.run();
        assertThat(server.status().cause()).isEqualTo(Cause.NORMAL);
        assertNothingLeftButTheOther();
    }

    @Test
    void shouldNotCountASessionAsWaitingThatEndedWhileACommandWaited() {
        rig.policy.decide(command -> new Delay("cap"));
        guest.send(new Calls().call(ToyCatalog.WORK, true, 1, 0).frame());
        rig.pump.run();
        assertThat(waiting()).isEqualTo(1);
        guest.link().kill();
        rig.pump.run();
        assertThat(waiting()).isZero();
    }

    private int waiting() {
        return Objects.requireNonNull(rig.registry.totals().get("default"))
                .all()
                .verdicts()
                .stillWaiting();
    }

    @Test
    void shouldTellTheGuestThatItsServerIsGone() {
        allocate();
        server.link().kill();
        rig.pump.run();
        assertThat(guest.status())
                .isEqualTo(
                        new LinkStatus(
                                Cause.UNAVAILABLE,
                                "the API server 's1' is gone; reopen the session (the peer vanished)"));
        assertNothingLeftButTheOther();
    }

    @Test
    void shouldEndInGoodOrderWhenTheGuestSaysSo() {
        guest.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        guest.send(Control.newBuilder().setClose(Close.getDefaultInstance()));
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.NORMAL);
        assertThat(server.status().cause()).isEqualTo(Cause.NORMAL);
        assertNothingLeftButTheOther();
    }

    @Test
    void shouldEndASessionForAnAdministrator() {
        String id = guest.controls().get(0).getOpened().getSession();
        RouterSession session = Objects.requireNonNull(rig.registry.find(id));
        session.execute(() -> session.end(new LinkStatus(Cause.REFUSED, "maintenance")));
        rig.pump.run();
        assertThat(guest.status().message()).isEqualTo("maintenance");
        assertNothingLeftButTheOther();
    }

    @Test
    void shouldCloseAMalformedSessionAndNoOther() {
        guest.send(
                new Calls()
                        .record(dev.hira.wire.RecordKinds.REFUSED, 0, ToyCatalog.WORK, 1)
                        .frame());
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(guest.status().message()).contains("REFUSED");
        assertThat(server.records()).isEmpty();
        assertNothingLeftButTheOther();
        other.send(new Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(rig.server().records()).hasSize(1);
    }

    @Test
    void shouldRefuseIdentityMessagesToTheServerFromAGuest() {
        guest.send(Control.newBuilder().setOpen(dev.hira.wire.v1.Open.newBuilder().setVm("red")));
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
        assertThat(server.controls()).hasSize(1);
    }

    @Test
    void shouldRefuseCallNumbersThatDoNotRise() {
        guest.send(new Calls(5).call(ToyCatalog.WORK, false, 0, 0).frame());
        guest.send(new Calls(5).call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(guest.status().message()).contains("call 5").contains("must rise");
        assertNothingLeftButTheOther();
    }

    @Test
    void shouldRefuseOversizedFrames() {
        try (Rig small = new Rig("hira.router.limits.frame = 4 KiB")) {
            Peer big = small.open();
            big.send(new Calls().write(1, new byte[5000]).frame());
            small.pump.run();
            assertThat(big.status().cause()).isEqualTo(Cause.EXHAUSTED);
            assertThat(big.status().message()).contains("limit of 4096");
        }
    }
}
