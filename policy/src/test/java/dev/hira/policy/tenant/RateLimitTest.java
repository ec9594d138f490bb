package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.model.Rate;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rates on a busy host, where alarms and sessions are late. */
final class RateLimitTest {
    private final SimClock clock = new SimClock();
    private final List<Long> admitted = new ArrayList<>();
    private Random random = new Random(0);
    private long alarmLate;
    private long sessionLate;

    private RateLimit limit(Rate rate) {
        return new RateLimit(
                "launches",
                rate,
                clock,
                (at, task) -> clock.at(at + random.nextLong(alarmLate + 1), task));
    }

    /** A session that always has a command to send, unless it is told to rest. */
    private final class Session {
        final RateLimit limit;
        final RateLimit.Payer payer = new RateLimit.Payer(this::resumed);
        final long amount;
        boolean rests;

        Session(RateLimit limit, long amount) {
            this.limit = limit;
            this.amount = amount;
        }

        void resumed() {
            clock.in(random.nextLong(sessionLate + 1), this::send);
        }

        void send() {
            boolean goesOn = true;
            while (goesOn && limit.pays(payer, amount)) {
                admitted.add(clock.nanoTime());
                goesOn = !rests;
            }
        }
    }

    private long admitted(long from, long to) {
        return admitted.stream().filter(at -> at >= from && at < to).count();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 50, 1, 1",
        "2, 50, 1, 3",
        "3, 7, 1, 2",
        "4, 1000, 1, 1",
        "5, 1000, 1, 3",
        "6, 1000, 20, 2",
        "7, 333, 5, 3"
    })
    void shouldHoldTheRateWhenAlarmsAndSessionsAreLate(
            long seed, long perSecond, long burst, int sessions) {
        random = new Random(seed);
        alarmLate = 10 * MILLI;
        sessionLate = 10 * MILLI;
        RateLimit limit = limit(new Rate(perSecond, burst));
        for (int i = 0; i < sessions; i++) {
            clock.in(1 + i, new Session(limit, 1)::send);
        }
        clock.runUntil(60 * SECOND);
        long late = Math.ceilDiv(perSecond, 50) + 1;
        assertThat((long) admitted.size())
                .as("seed %s", seed)
                .isBetween(60 * perSecond + burst - late, 60 * perSecond + burst);
        for (int window = 0; window < 100; window++) {
            long from = random.nextLong(59 * SECOND);
            assertThat((double) admitted(from, from + SECOND))
                    .as("seed %s from %s", seed, from)
                    .isBetween(perSecond * 0.98 - burst - 1, perSecond * 1.02 + burst);
        }
    }

    @Test
    void shouldHoldTheRateOfCommandsThatAreLargerThanTheBurst() {
        alarmLate = 10 * MILLI;
        sessionLate = 10 * MILLI;
        RateLimit limit = limit(new Rate(1_000_000, 20_000));
        clock.in(1, new Session(limit, 50_000)::send);
        clock.in(1, new Session(limit, 30_000)::send);
        clock.runUntil(60 * SECOND);
        assertThat(admitted.size()).isBetween(1498, 1502);
    }

    @Test
    void shouldKeepTheTimeInWhichASessionHasNotCollected() {
        RateLimit limit = limit(new Rate(1000, 1));
        var slow = new RateLimit.Payer(() -> {});
        assertThat(limit.pays(slow, 1)).isTrue();
        assertThat(limit.pays(slow, 1)).isFalse();
        clock.runUntil(SECOND);
        assertThat(limit.pays(slow, 1)).as("what it waited for").isTrue();
        clock.runUntil(SECOND + 19 * MILLI);
        int more = 0;
        while (limit.pays(slow, 1)) {
            more++;
        }
        assertThat(more).as("a token and 20 ms").isEqualTo(21);
    }

    @Test
    void shouldSaveNoMoreThanTheBurstForSessionsThatRest() {
        RateLimit limit = limit(new Rate(1000, 2));
        Session session = new Session(limit, 1);
        session.send();
        session.rests = true;
        alarmLate = 10 * MILLI;
        clock.runUntil(15 * MILLI);
        assertThat(admitted).hasSize(3);
        clock.runUntil(40 * MILLI);
        session.rests = false;
        session.send();
        assertThat(admitted).as("after a wait").hasSize(5);
        limit.withdraw(session.payer);
        clock.runUntil(SECOND);
        session.send();
        assertThat(admitted).as("after it gave up").hasSize(7);
    }
}
