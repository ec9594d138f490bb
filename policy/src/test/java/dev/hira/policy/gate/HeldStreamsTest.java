package dev.hira.policy.gate;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions with kernels on several streams, at a device that holds all kernels of a session. */
@Timeout(120)
final class HeldStreamsTest {
    private static final long STEP = MILLI / 20;
    private static final long BEAT = 25 * MILLI;
    private static final long END = 1500 * MILLI;

    private final SimClock clock = new SimClock();
    private final DeviceGate gate =
            new DeviceGate("d", GateSettings.STANDARD, clock, clock, new FairScheduler());
    private final GateFlow session = join("session");
    private final GateFlow rival = join("rival");
    private final GateFlow light = join("light");
    private final List<Kernel> kernels = new ArrayList<>();
    private long idleSince;
    private long longestIdle;

    private GateFlow join(String vm) {
        return gate.join(new TestTenant(vm), "", true, () -> {});
    }

    /** A kernel that does not end, with what the device reports of it. */
    private final class Kernel {
        private final GateFlow flow;
        private final long estimate;
        private final long begins;
        private @Nullable Ticket ticket;
        private double ran;
        private boolean wasHeld;

        /**
         * @param begins time at which the device begins it
         */
        Kernel(GateFlow flow, long estimate, long begins) {
            this.flow = flow;
            this.estimate = estimate;
            this.begins = begins;
            kernels.add(this);
        }

        boolean runs(long now) {
            return ticket != null && now > begins && !flow.isHeld();
        }

        void step(long now, long running) {
            Ticket at = ticket;
            if (at == null) {
                ticket = gate.ask(flow, estimate);
            } else if (now > begins) {
                boolean held = flow.isHeld();
                ran += held ? 0 : (double) STEP / running;
                if (held ? !wasHeld : now % BEAT == 0) {
                    if (!held) {
                        gate.heardOf(at);
                    }
                    gate.spent(at, (long) ran);
                }
                wasHeld = held;
            }
        }
    }

    private void step(long now) {
        clock.runUntil(now);
        long running = kernels.stream().filter(kernel -> kernel.runs(now)).count();
        idleSince = running > 0 ? now : idleSince;
        longestIdle = Math.max(longestIdle, now - idleSince);
        kernels.forEach(kernel -> kernel.step(now, running));
    }

    /** Runs short commands of a light session now and then; returns its longest wait. */
    private long longestWait(long from) {
        @Nullable Ticket ticket = null;
        long asked = 0;
        long next = 0;
        long longest = 0;
        for (long now = STEP; now < END; now += STEP) {
            step(now);
            if (ticket != null && now >= next) {
                gate.done(ticket, MILLI / 10);
                ticket = null;
                next = now + 10 * MILLI;
            } else if (ticket == null && now >= next) {
                asked = asked == 0 ? now : asked;
                longest = now > from ? Math.max(longest, now - Math.max(asked, from)) : longest;
                ticket = gate.ask(light, MILLI / 10);
                if (ticket != null) {
                    asked = 0;
                    next = now + 3 * MILLI / 10;
                }
            }
        }
        return longest;
    }

    @Test
    void shouldHoldASessionWhoseOtherKernelTakesLongerThanExpected() {
        new Kernel(session, SECOND, 0);
        new Kernel(session, 20 * MILLI, 0);
        new Kernel(rival, SECOND, 0);
        assertThat(longestWait(100 * MILLI)).isLessThanOrEqualTo(8 * MILLI);
        assertThat(kernels.get(2).ran).isGreaterThan(0.4 * END);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, 50, 77, 120, 199})
    void shouldHoldASessionWhoseBlockedKernelBeginsLater(long offset) {
        long begins = 400 * MILLI + offset * 137_000;
        new Kernel(session, SECOND, begins);
        new Kernel(session, SECOND, 0);
        new Kernel(rival, SECOND, 0);
        assertThat(longestWait(begins)).isLessThanOrEqualTo(8 * MILLI);
    }

    /** The second arrives when the first may be held. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 5, 8, 13, 21, 34, 55})
    void shouldHoldAKernelThatArrivesAtASessionThatIsHeld(long offset) {
        new Kernel(rival, SECOND, 0);
        Kernel first = new Kernel(session, SECOND, 0);
        Kernel second = new Kernel(session, SECOND, 0);
        kernels.removeAll(List.of(first, second));
        long arrives = 100 * MILLI + offset * 1_370_000;
        for (long now = STEP; now < 600 * MILLI; now += STEP) {
            step(now);
            if (now == 100 * MILLI) {
                first.ticket = gate.arrives(session, 1, SECOND);
                kernels.add(first);
            }
            if (now >= arrives && second.ticket == null) {
                second.ticket = gate.arrives(session, 1, SECOND);
                kernels.add(second);
            }
        }
        assertThat(longestIdle).isLessThanOrEqualTo(5 * MILLI);
        double other = Objects.requireNonNull(kernels.getFirst()).ran;
        assertThat(other).isBetween(0.4 * 600 * MILLI, 0.7 * 600 * MILLI);
    }
}
