package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.RESOURCES;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.SessionIdentity;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A VM as schedulers, rules and operators see it. */
final class VmTest {
    private static final int MEMORY = RESOURCES.indexOf("device_memory");

    private final SimWorld world = new SimWorld();
    private final Environment environment = new Environment(world.clock, world.clock);
    private final Vm vm = new Vm("a", environment, world.grants.state());

    private VmSessionPolicy session() {
        SessionIdentity identity =
                new SessionIdentity("a", "a-1", "", List.of(), RESOURCES, SimWorld.ROLES);
        VmSessionPolicy made = new VmSessionPolicy(vm, world.policy, identity, () -> {}, List.of());
        vm.add(made);
        return made;
    }

    @Test
    void shouldHaveTheSettingsOfItsGrant() {
        assertThat(vm.share()).isEqualTo(world.grants.state().of("a").share());
        world.grant(
                "a",
                g -> g.share(7).reservation(SECOND / 4).cap(SECOND / 2).priority(3).credits(99));
        assertThat(vm.apply(world.grants.state())).isTrue();
        assertThat(vm.share()).isEqualTo(7);
        assertThat(vm.reservation()).isEqualTo(SECOND / 4);
        assertThat(vm.cap()).isEqualTo(SECOND / 2);
        assertThat(vm.priority()).isEqualTo(3);
        assertThat(vm.credits()).isEqualTo(99);
        assertThat(vm.grade()).isEqualTo(world.grants.state().classOf("a"));
    }

    @Test
    void shouldSayWhetherAChangeConcernsIt() {
        assertThat(vm.apply(world.grants.state())).as("nothing changed").isFalse();
        world.grant("other", g -> g.share(7));
        assertThat(vm.apply(world.grants.state())).as("another VM's grant").isFalse();
        world.grant("a", g -> g.share(7));
        assertThat(vm.apply(world.grants.state())).isTrue();
        assertThat(vm.apply(world.grants.state())).as("the same again").isFalse();
    }

    @Test
    void shouldTellNewAndOpenSessionsTheQuotasOfItsGrant() {
        VmSessionPolicy open = session();
        assertThat(open.quota(MEMORY)).isEqualTo(Long.MAX_VALUE);
        world.grant("a", g -> g.quota("device_memory", 1_000));
        vm.apply(world.grants.state());
        assertThat(open.quota(MEMORY)).isEqualTo(1_000);
        assertThat(session().quota(MEMORY)).isEqualTo(1_000);
    }

    @Test
    void shouldKnowWhichSessionWasItsLast() {
        VmSessionPolicy one = session();
        VmSessionPolicy two = session();
        assertThat(vm.sessions()).isEqualTo(2);
        assertThat(vm.remove(one)).isFalse();
        assertThat(vm.sessions()).isEqualTo(1);
        assertThat(vm.remove(two)).isTrue();
        assertThat(vm.sessions()).isZero();
    }

    @Test
    void shouldShowRulesWhatTheBooksSayThatItHolds() {
        SimCommand command = new SimCommand();
        assertThat(vm.held(MEMORY)).as("nothing noted yet").isZero();
        for (int i = 0; i < RESOURCES.size(); i++) {
            command.held[i] = 10L + i;
        }
        vm.holds(command, RESOURCES.size());
        for (int i = 0; i < RESOURCES.size(); i++) {
            assertThat(vm.held(i)).isEqualTo(10 + i);
        }
        assertThat(vm.held(RESOURCES.size())).as("a resource of another API").isZero();
        command.held[MEMORY] = 5;
        vm.holds(command, RESOURCES.size());
        assertThat(vm.held(MEMORY)).isEqualTo(5);
    }

    @Test
    void shouldCountItsUseInAllAndOfLate() {
        vm.used(3 * MILLI, world.clock.nanoTime());
        vm.used(4 * MILLI, world.clock.nanoTime());
        assertThat(vm.used()).isEqualTo(7 * MILLI);
        assertThat(vm.recent()).isEqualTo(7 * MILLI);
        vm.used(MILLI, world.clock.nanoTime() + SECOND);
        assertThat(vm.used()).isEqualTo(8 * MILLI);
    }
}
