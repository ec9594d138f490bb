package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Grant;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.NoLeaks;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Limits;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NoLeaks.class)
final class HandshakeTest {
    private static final String TOKENS =
            "hira.router.auth { mode = token, tokens { red = secret1, blue = secret2 } }";

    private Rig rig = new Rig();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldLetNoGuestForgeLogsByTheNameOfItsProcess() {
        rig.open(o -> o.setProcess("app\n2026 ERROR fake\u001b[31m" + "x".repeat(1_000_000)));
        String process = Objects.requireNonNull(rig.registry.all().getFirst().facts()).process();
        assertThat(process).startsWith("app?2026 ERROR fake?[31mx").hasSizeLessThan(200);
    }

    @Test
    void shouldOpenASessionAndTellTheServerWhatWasDecided() {
        Peer guest = rig.open(o -> o.setVm("red").setDevices(1).setProcess("app:7"));

        Opened opened = guest.controls().get(0).getOpened();
        Open told = rig.server().controls().get(0).getOpen();
        assertThat(opened.getVm()).isEqualTo("red");
        assertThat(opened.getDevices()).isEqualTo(1);
        assertThat(opened.getServer()).isEqualTo("s1");
        assertThat(opened.getLimits().getLanes()).isEqualTo(1024);
        assertThat(told.getSession()).isEqualTo(opened.getSession()).isNotEmpty();
        assertThat(told.getVm()).isEqualTo("red");
        assertThat(told.getDeviceOrdinalsList()).containsExactly(0);
        assertThat(rig.registry.find(opened.getSession())).isNotNull();
    }

    @Test
    void shouldTellTheLowerLimitsOfRouterAndServer() {
        rig.limitAtServer(Limits.newBuilder().setLanes(3).setPayloadBytes(1L << 40).build());
        Limits limits = rig.open().controls().get(0).getOpened().getLimits();
        assertThat(limits.getLanes()).isEqualTo(3);
        assertThat(limits.getPayloadBytes()).isEqualTo(4 << 20);
    }

    @Test
    void shouldHoldASessionToWhatItsVmWasGranted() {
        rig.grants.change(state ->
                state.withOwn(
                        "small",
                        Grant.STANDARD
                                .edit()
                                .sessions(1)
                                .handles(7)
                                .kernelNanos(5_000_000)
                                .quota("memory", 1 << 20)
                                .build()));
        Peer guest = rig.open(o -> o.setVm("small"));
        Limits limits = guest.controls().get(0).getOpened().getLimits();
        assertThat(limits.getHandles()).isEqualTo(7);
        Open told = rig.server().controls().get(0).getOpen();
        assertThat(told.getKernelLimitNanos()).isEqualTo(5_000_000);
        assertThat(told.getDeviceMemory()).isEqualTo(1 << 20);
        LinkStatus second = refused("small");
        assertThat(second.cause()).isEqualTo(Cause.EXHAUSTED);
        assertThat(second.message()).contains("'small' has 1 sessions of 1 allowed");
    }

    @Test
    void shouldRefuseATaskWithAnEndlessName() {
        LinkStatus status = rig.open(o -> o.setTask("x".repeat(200))).status();
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("at most 128 characters");
    }

    @Test
    void shouldGiveTheDefaultVmToAGuestThatClaimsNone() {
        assertThat(rig.open().controls().get(0).getOpened().getVm()).isEqualTo("default");
    }

    @Test
    void shouldAcceptAVmWithItsToken() {
        rig = new Rig(TOKENS);
        Peer guest = rig.open(o -> o.setVm("red").setToken("secret1"));
        assertThat(guest.controls().get(0).getOpened().getVm()).isEqualTo("red");
    }

    @Test
    void shouldRefuseAForgedVm() {
        rig = new Rig(TOKENS);
        for (String token : new String[] {"", "secret2", "secret", "secret11"}) {
            LinkStatus status = rig.open(o -> o.setVm("red").setToken(token)).status();
            assertThat(status.cause()).isEqualTo(Cause.UNAUTHENTICATED);
            assertThat(status.message()).contains("'red'").contains("token");
        }
        assertThat(rig.servers).isEmpty();
        assertThat(rig.registry.registrations()).isZero();
    }

    @Test
    void shouldRefuseAnUnknownVmAsItRefusesAWrongToken() {
        rig = new Rig(TOKENS);
        LinkStatus status = rig.open(o -> o.setVm("green").setToken("")).status();
        assertThat(status.cause()).isEqualTo(Cause.UNAUTHENTICATED);
    }

    @Test
    void shouldBindAGuestToItsListenersVm() {
        Peer honest = rig.connect(Optional.of("blue"));
        honest.send(Control.newBuilder().setOpen(toy()));
        Peer liar = rig.connect(Optional.of("blue"));
        liar.send(Control.newBuilder().setOpen(toy().setVm("red")));
        rig.pump.run();
        assertThat(honest.controls().get(0).getOpened().getVm()).isEqualTo("blue");
        assertThat(liar.status().cause()).isEqualTo(Cause.UNAUTHENTICATED);
        assertThat(liar.status().message()).contains("'blue'").contains("'red'");
    }

    private static Open.Builder toy() {
        return Open.newBuilder()
                .setProtocol(1)
                .setApi(ToyCatalog.API)
                .setApiDigest(ToyCatalog.DIGEST);
    }

    @Test
    void shouldRefuseAnotherDescriptionOfTheApi() {
        LinkStatus status = rig.open(o -> o.setApiDigest(5)).status();
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("Toy").contains("123456789abc");
    }

    @Test
    void shouldRefuseAnUnknownApiAndProtocol() {
        assertThat(rig.open(o -> o.setApi(77)).status().message()).contains("no API 77");
        assertThat(rig.open(o -> o.setProtocol(2)).status().message()).contains("protocol 2");
    }

    @Test
    void shouldRefuseMoreDevicesThanAnyServerHas() {
        LinkStatus status = rig.open(o -> o.setDevices(3)).status();
        assertThat(status.cause()).isEqualTo(Cause.REFUSED);
        assertThat(status.message()).contains("3 devices").contains("largest has 2");
        assertThat(rig.registry.registrations()).isZero();
    }

    /** Opens a session that waits in vain for others to end. */
    private LinkStatus refused(String vm) {
        Peer guest = rig.open(o -> o.setVm(vm));
        for (int i = 0; i < 100 && guest.isOpen(); i++) {
            rig.fireTimersExceptDeadlines();
        }
        return guest.status();
    }

    @Test
    void shouldOpenASessionAsSoonAsAnotherHasEnded() {
        rig = new Rig("hira.router.limits { sessions = 3, sessions-per-vm = 1 }");
        Peer first = rig.open(o -> o.setVm("red"));
        Peer second = rig.open(o -> o.setVm("red"));
        rig.fireTimersExceptDeadlines();
        assertThat(second.controls()).as("answers while the first is open").isEmpty();
        first.link().close();
        rig.pump.run();
        rig.fireTimersExceptDeadlines();
        assertThat(second.controls().getFirst().hasOpened()).isTrue();
    }

    @Test
    void shouldKeepTheLimitsOfSessionsPerVmAndInAll() {
        rig = new Rig("hira.router.limits { sessions = 3, sessions-per-vm = 2 }");
        Peer first = rig.open(o -> o.setVm("red"));
        rig.open(o -> o.setVm("red"));
        LinkStatus third = refused("red");
        assertThat(third.cause()).isEqualTo(Cause.EXHAUSTED);
        assertThat(third.message()).contains("2 sessions of 2");
        rig.open(o -> o.setVm("blue"));
        assertThat(refused("green").message()).contains("3 sessions of 3");
        first.link().close();
        rig.pump.run();
        assertThat(rig.open(o -> o.setVm("red")).isOpen()).isTrue();
    }

    @Test
    void shouldWaitForAServerAndThenTakeIt() {
        rig.pool.lost("s1", "killed");
        Peer guest = rig.open();
        assertThat(guest.controls()).isEmpty();
        rig.fireTimersExceptDeadline();
        assertThat(guest.isOpen()).isTrue();
        rig.serving("s1", 1);
        rig.fireTimersExceptDeadline();
        assertThat(guest.controls().get(0).hasOpened()).isTrue();
    }

    @Test
    void shouldRefuseClearlyWhenNoServerComes() {
        rig.pool.lost("s1", "killed");
        Peer guest = rig.open();
        for (int i = 0; i < 200 && guest.isOpen(); i++) {
            rig.fireTimersExceptDeadline();
        }
        assertThat(guest.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(guest.status().message()).contains("none of the router's 1 API servers");
    }

    @Test
    void shouldEndASessionThatDoesNotGetOpenInTime() {
        Peer silent = rig.connect(Optional.empty());
        rig.pump.run();
        rig.fireTimers();
        assertThat(silent.status().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(silent.status().message()).contains("5000 ms");
    }

    @Test
    void shouldLeaveNoTimerBehindOnceOpenAndEnded() {
        Peer guest = rig.open();
        guest.link().close();
        rig.pump.run();
        assertThat(rig.timers).isEmpty();
    }

    @Test
    void shouldPassOnWhyAServerTakesNoSession() {
        Peer guest = rig.connect(Optional.empty());
        guest.send(Control.newBuilder().setOpen(toy()));
        rig.refuseAtServer(new LinkStatus(Cause.REFUSED, "no such device"));
        rig.pump.run();
        assertThat(guest.status().message()).contains("'s1'").contains("no such device");
        assertThat(rig.pool.views().get(0).sessions()).isZero();
    }

    @Test
    void shouldRefuseCallsBeforeTheSessionIsOpen() {
        Peer guest = rig.connect(Optional.empty());
        guest.send(new dev.hira.router.testing.Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
        rig.pump.run();
        assertThat(guest.status().cause()).isEqualTo(Cause.PROTOCOL);
    }
}
