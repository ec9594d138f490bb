package dev.hira.router.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.config.LimitsConfig;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.session.SessionRegistry.Barred;
import dev.hira.router.session.SessionRegistry.Entry;
import dev.hira.router.session.SessionRegistry.Full;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.router.testing.Peer;
import dev.hira.router.testing.Rig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.wire.NoLeaks;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Timeout(60)
@ExtendWith(NoLeaks.class)
final class SessionRegistryTest {
    private static final int GRANTED = 3;
    private static final long PATIENCE = TimeUnit.HOURS.toMillis(1);

    private final SessionRegistry registry =
            new SessionRegistry(new LimitsConfig(1000, 2, 1, 1, 1, 1, 1), this::now);

    /** Time by which the clock advances at each look. */
    private long step;

    private long now;

    private long now() {
        now += step;
        return now;
    }

    private Registration registration(String vm) {
        Entry entry = registry.enter(vm, GRANTED);
        assertThat(entry).isInstanceOf(Registration.class);
        return (Registration) entry;
    }

    @Test
    void shouldGiveAllSessionsOfAVmTheSameBooks() {
        assertThat(registration("red").ledger()).isSameAs(registration("red").ledger());
        assertThat(registry.ledger("red")).isNotNull();
        assertThat(registration("blue").ledger()).isNotSameAs(registry.ledger("red"));
        assertThat(registry.ledger("green")).isNull();
    }

    @Test
    void shouldHoldAVmToTheLowerLimitOfRouterAndGrant() {
        registration("red");
        assertThat(registry.enter("red", 1))
                .isEqualTo(new Full("VM 'red' has 1 sessions of 1 allowed; close some", false));
        registration("red");
        assertThat(registry.enter("red", GRANTED))
                .isEqualTo(new Full("VM 'red' has 2 sessions of 2 allowed; close some", false));
        assertThat(registry.registrations()).as("a refusal registers nothing").isEqualTo(2);
    }

    @Test
    void shouldGiveASeatToTheNextSessionOnceItIsGivenBack() {
        Registration first = registration("red");
        registration("red");
        registry.leave(first);
        assertThat(registry.registrations()).isEqualTo(1);
        registration("red");
    }

    @Test
    void shouldLetNoneInAfterItIsClosed() {
        assertThat(registry.isClosed()).isFalse();
        registry.close();
        assertThat(registry.isClosed()).isTrue();
        assertThat(registry.enter("red", GRANTED))
                .isEqualTo(
                        new Full("the router is stopping; open the session at another one", true));
    }

    @Test
    void shouldBarAnEvictedVmWithItsReason() {
        registry.standings().set("red", new VmStanding.Evicted("unpaid"));
        assertThat(registry.enter("red", GRANTED)).isEqualTo(new Barred("unpaid"));
        registration("blue");
    }

    @Test
    void shouldWaitForSeatsUntilTheTimeIsOverByItsClock() throws InterruptedException {
        step = TimeUnit.MILLISECONDS.toNanos(PATIENCE);
        Registration registration = registration("red");
        assertThat(registry.awaitEmpty(PATIENCE)).isFalse();
        registry.leave(registration);
        assertThat(registry.awaitEmpty(PATIENCE)).isTrue();
    }

    @Test
    void shouldStopWaitingOnceTheLastSeatIsGivenBack() throws InterruptedException {
        Registration registration = registration("red");
        Thread leaving = Thread.ofPlatform().start(() -> registry.leave(registration));
        assertThat(registry.awaitEmpty(PATIENCE)).isTrue();
        leaving.join();
    }

    @Test
    void shouldForgetTheVmThatWasIdleLongestOnceThereAreTenThousand() {
        registration("busy");
        registry.leave(registration("idle"));
        for (int i = 0; i < 9_998; i++) {
            registry.leave(registration("vm" + i));
        }
        assertThat(registry.totals()).hasSize(10_000).containsKey("idle");
        registration("another");
        assertThat(registry.totals())
                .hasSize(10_000)
                .containsKeys("busy", "another", "vm0")
                .doesNotContainKey("idle");
    }

    @Test
    void shouldListOpenSessionsByIdAndByVm() {
        try (Rig rig = new Rig()) {
            Peer guest = rig.open(o -> o.setVm("red"));
            rig.open(o -> o.setVm("blue"));
            rig.open(o -> o.setVm("red"));
            List<String> ids = ids(rig.registry.all().stream());
            assertThat(ids).hasSize(3).isSorted();
            assertThat(ids(rig.registry.after(ids.getFirst()))).isEqualTo(ids.subList(1, 3));
            assertThat(rig.registry.of("red")).hasSize(2);
            assertThat(rig.registry.of("green")).isEmpty();
            guest.link().kill();
            rig.pump.run();
            assertThat(rig.registry.of("red")).hasSize(1);
            assertThat(rig.registry.open()).isEqualTo(2);
            assertThat(rig.registry.everOpened()).isEqualTo(3);
        }
    }

    private static List<String> ids(Stream<RouterSession> sessions) {
        return sessions.map(RouterSession::id).toList();
    }

    @Test
    void shouldCountEverySessionOnceInTheTotalsOfItsVm() {
        try (Rig rig = new Rig()) {
            Peer guest = rig.open(o -> o.setVm("red").setDevices(1));
            rig.open(o -> o.setVm("red").setDevices(2));
            assertThat(totals(rig).sessions()).isEqualTo(2);
            assertThat(totals(rig).devices()).hasSize(2).containsKey("several");
            guest.send(
                    new dev.hira.router.testing.Calls().call(ToyCatalog.WORK, false, 0, 0).frame());
            rig.pump.run();
            assertThat(totals(rig).all().commands()).isEqualTo(1);
            guest.link().kill();
            rig.pump.run();
            assertThat(totals(rig).sessions()).isEqualTo(1);
            assertThat(totals(rig).all().commands()).as("of the ended one").isEqualTo(1);
        }
    }

    private static dev.hira.router.operator.vms.VmTotals totals(Rig rig) {
        return Objects.requireNonNull(rig.registry.totals().get("red"));
    }
}
