package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.model.Rate;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits on the rate at which resources are used up. */
final class RatesTest {
    private static final int CALLS = SimWorld.RESOURCES.indexOf("calls");
    private static final int BYTES = SimWorld.RESOURCES.indexOf("bytes_to_device");

    private final SimWorld world = new SimWorld();
    private final List<long[]> admitted = new ArrayList<>();

    /** A session that sends commands as fast as it may, each with some bytes. */
    private final class Sender {
        final SimCommand command = new SimCommand();
        final SessionPolicy session;
        final Random sizes;
        final List<Long> order = new ArrayList<>();
        final int number;
        boolean delayed;
        boolean closed;

        Sender(String vm, int number, Random sizes) {
            this.number = number;
            this.sizes = sizes;
            session =
                    world.policy.open(
                            new SessionIdentity(
                                    vm,
                                    vm + number,
                                    "",
                                    List.of(SimWorld.DEVICE),
                                    SimWorld.RESOURCES),
                            () -> world.clock.in(1000, this::resumed));
            command.consumed[CALLS] = 1;
            world.clock.in(1, this::next);
        }

        void next() {
            command.call++;
            command.consumed[BYTES] = sizes.nextInt(1 << 16);
            judge();
        }

        void resumed() {
            if (delayed && !closed) {
                judge();
            }
        }

        void judge() {
            delayed = session.judge(command) instanceof Admission.Delay;
            if (!delayed && !closed) {
                order.add(command.call);
                admitted.add(new long[] {world.clock.nanoTime(), command.consumed[BYTES], number});
                world.clock.in(500, this::next);
            }
        }

        void close() {
            closed = true;
            session.close();
        }
    }

    private double rate(int field, long from, long to) {
        double sum = 0;
        for (long[] one : admitted) {
            if (one[0] >= from && one[0] < to) {
                sum += field == CALLS ? 1 : one[1];
            }
        }
        return sum * SECOND / (to - from);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAdmitWhatIsGrantedInEveryWindowOfASecond(long seed) {
        Random random = new Random(seed);
        long perSecond = 500L + random.nextInt(50_000);
        world.grant("a", g -> g.rate("calls", Rate.of(perSecond)));
        for (int i = 0; i < 3; i++) {
            new Sender("a", i, new Random(i));
        }
        world.runUntil(5 * SECOND);
        for (int window = 0; window < 50; window++) {
            long from = random.nextLong(3 * SECOND);
            assertThat(rate(CALLS, from, from + SECOND + random.nextLong(SECOND / 2)))
                    .as("seed %s", seed)
                    .isBetween(perSecond * 0.98 - 1, perSecond * 1.02 + 1);
        }
    }

    @Test
    void shouldHoldSeveralRatesAtOnce() {
        world.grant(
                "a",
                g ->
                        g.rate("calls", Rate.of(10_000))
                                .rate("bytes_to_device", Rate.of(100_000_000)));
        new Sender("a", 0, new Random(1));
        new Sender("a", 1, new Random(2));
        world.runUntil(4 * SECOND);
        assertThat(rate(BYTES, SECOND, 3 * SECOND)).isBetween(98e6, 102e6);
        assertThat(rate(CALLS, SECOND, 3 * SECOND)).isLessThan(10_200);
    }

    @Test
    void shouldNeitherDropNorReorderAndTakeTurnsAmongSessions() {
        world.grant("a", g -> g.rate("calls", new Rate(1000, 1)));
        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            senders.add(new Sender("a", i, new Random(i)));
        }
        world.runUntil(SECOND);
        for (Sender sender : senders) {
            assertThat(sender.order).isSorted().doesNotHaveDuplicates();
            assertThat(sender.order.getLast()).isEqualTo(sender.order.size());
            assertThat(sender.order.size()).isBetween(199, 202);
        }
    }

    @Test
    void shouldNotLetOneVmsLimitTouchAnother() {
        world.grant("a", g -> g.rate("calls", Rate.of(10)));
        new Sender("a", 0, new Random(1));
        Sender free = new Sender("b", 1, new Random(1));
        world.runUntil(10 * MILLI);
        assertThat(free.order).hasSizeGreaterThan(19_000);
    }

    @Test
    void shouldFollowAChangedRateAtOnceAndLetAllGoWhenItIsLifted() {
        world.grant("a", g -> g.rate("calls", new Rate(1, 1)));
        Sender sender = new Sender("a", 0, new Random(1));
        world.runUntil(SECOND / 2);
        assertThat(sender.order).hasSize(1);
        world.grant("a", g -> g.rate("calls", Rate.of(1000)));
        world.runUntil(SECOND / 2 + 200 * MILLI);
        assertThat(sender.order.size()).isBetween(190, 225);
        world.grant("a", g -> g.rate("calls", Rate.NONE));
        world.runUntil(SECOND / 2 + 201 * MILLI);
        assertThat(sender.order).hasSizeGreaterThan(1000);
    }

    @Test
    void shouldNotWaitForAWaiterThatIsGone() {
        world.grant("a", g -> g.rate("calls", new Rate(10, 1)));
        Sender first = new Sender("a", 0, new Random(1));
        Sender second = new Sender("a", 1, new Random(1));
        Sender third = new Sender("a", 2, new Random(1));
        world.runUntil(50 * MILLI);
        assertThat(first.order).hasSize(1);
        second.close();
        world.runUntil(100 * MILLI + 10_000);
        assertThat(third.order).hasSize(1);
    }

    @Test
    void shouldGiveUpItsTurnWhenItIsPaused() {
        world.grant("a", g -> g.rate("calls", new Rate(10, 1)));
        Sender first = new Sender("a", 0, new Random(1));
        Sender second = new Sender("a", 1, new Random(1));
        Sender third = new Sender("a", 2, new Random(1));
        world.runUntil(50 * MILLI);
        second.session.withdraw();
        world.runUntil(100 * MILLI + 10_000);
        assertThat(first.order).hasSize(1);
        assertThat(third.order).hasSize(1);
        second.judge();
        world.runUntil(400 * MILLI + 10_000);
        assertThat(second.order).hasSize(1);
    }
}
