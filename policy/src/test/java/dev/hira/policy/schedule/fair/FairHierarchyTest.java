package dev.hira.policy.schedule.fair;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** VMs share first, then the tasks of a VM, then the sessions of a task. */
final class FairHierarchyTest {
    private final SimWorld world = new SimWorld();

    @Test
    void shouldShareAmongVmsThenTasksThenSessions() {
        SimGuest a1 = world.guest("vm0", "a", Behaviour.busy(MILLI));
        SimGuest a2 = world.guest("vm0", "a", Behaviour.busy(3 * MILLI));
        SimGuest b = world.guest("vm0", "b", Behaviour.busy(MILLI));
        SimGuest lone = world.guest("vm0", "", Behaviour.busy(2 * MILLI));
        world.guest("vm1", "a", Behaviour.busy(5 * MILLI));
        Shares shares = Shares.from(world, 2);
        world.runUntil(12 * SECOND);
        assertThat(shares.worstError(new long[] {1, 1})).isLessThan(0.01);
        assertThat(a1.completed()).isBetween(960L, 1040L);
        assertThat(a2.completed() * 3).isBetween(960L, 1040L);
        assertThat(b.completed()).isBetween(1950L, 2050L);
        assertThat(lone.completed() * 2).isBetween(1950L, 2050L);
    }

    @Test
    void shouldLetAGuestOrderItsOwnSessionsWithoutHarmToOthers() {
        SimGuest first = world.guest("vm0", "", Behaviour.busy(MILLI));
        SimGuest second = world.guest("vm0", "", Behaviour.busy(MILLI));
        second.rank(5);
        world.guest("vm1", "", Behaviour.busy(MILLI));
        Shares shares = Shares.from(world, 2);
        world.runUntil(10 * SECOND);
        assertThat(shares.worstError(new long[] {1, 1})).isLessThan(0.01);
        assertThat(first.completed()).isGreaterThan(50 * second.completed());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldKeepTheMeanOfItsMembersExactly(long seed) {
        Random random = new Random(seed);
        FairGroup group = new FairGroup();
        FairNode[] nodes = new FairNode[10];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = new FairNode(group);
            nodes[i].share(1 + random.nextInt(1000));
        }
        for (int step = 0; step < 20_000; step++) {
            FairNode node = nodes[random.nextInt(nodes.length)];
            switch (random.nextInt(6)) {
                case 0 -> node.enter(random.nextLong(MILLI));
                case 1 -> node.leave();
                case 2 -> node.share(1 + random.nextInt(1000));
                case 3 -> node.forgive(random.nextLong(MILLI));
                default -> node.charge(random.nextLong(MILLI) - MILLI / 10);
            }
            assertThat(group.now()).as("seed %s step %s", seed, step).isEqualTo(mean(nodes, group));
        }
    }

    private static long mean(FairNode[] nodes, FairGroup group) {
        long origin = group.now();
        long sum = 0;
        long weight = 0;
        for (FairNode node : nodes) {
            if (node.isInPlay()) {
                sum += (node.at() - origin) * node.share();
                weight += node.share();
            }
        }
        return weight == 0 ? origin : origin + Math.floorDiv(sum, weight);
    }
}
