package dev.hira.policy.gate;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.SimClock;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that are held, and of which the device tells nothing or too little. */
@Timeout(120)
final class UnheardHoldsTest {
    private static final long STEP = MILLI / 20;

    private final SimClock clock = new SimClock();
    private final DeviceGate gate =
            new DeviceGate("d", GateSettings.STANDARD, clock, clock, new FairScheduler());

    private GateFlow join(String vm) {
        return gate.join(new TestTenant(vm), "", true, () -> {});
    }

    /** A command of a rival that the device runs, one after the other. */
    private record Command(Ticket ticket, int rival) {}

    /**
     * A session's kernels wait for a function of the program, which waits for a copy of the same
     * session: they never begin, and the device never reports them.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 50", "3, 2", "8, 1", "8, 50"})
    void shouldSendWhatBlockedKernelsWaitForBesideBusyRivals(int rivals, int estimateMillis) {
        GateFlow blocked = join("blocked");
        GateFlow[] flows = new GateFlow[rivals];
        Arrays.setAll(flows, i -> join("rival" + i));
        int[] depths = new int[rivals];
        Queue<Command> device = new ArrayDeque<>();
        int kernels = 0;
        Ticket copy = null;
        for (long at = STEP; copy == null && at < 5 * SECOND; at += STEP) {
            clock.runUntil(at);
            if (at % MILLI == 0 && !device.isEmpty()) {
                Command first = device.remove();
                depths[first.rival]--;
                gate.done(first.ticket, MILLI);
            }
            for (int i = 0; i < rivals; i++) {
                Ticket ticket = depths[i] < 8 ? gate.ask(flows[i], MILLI) : null;
                if (ticket != null) {
                    device.add(new Command(ticket, i));
                    depths[i]++;
                }
            }
            if (at > 50 * MILLI && kernels < 3) {
                kernels += gate.ask(blocked, estimateMillis * MILLI) == null ? 0 : 1;
            } else if (at > 50 * MILLI) {
                copy = gate.ask(blocked, MILLI / 100);
            }
        }
        assertThat(copy).isNotNull();
        assertThat(clock.nanoTime()).isLessThan(2 * SECOND);
    }

    /**
     * Runs a kernel for each flow at the same rate; returns how long each has run. Only the first
     * hold of the first kernel is reported.
     */
    private double[] run(GateFlow[] flows, long until) {
        @Nullable Ticket[] kernels = new Ticket[flows.length];
        boolean[] held = new boolean[flows.length];
        double[] ran = new double[flows.length];
        boolean heard = false;
        for (long at = STEP; at < until; at += STEP) {
            clock.runUntil(at);
            long running = Arrays.stream(flows).filter(flow -> !flow.isHeld()).count();
            for (int i = 0; i < flows.length; i++) {
                Ticket kernel = kernels[i];
                if (kernel == null) {
                    kernels[i] = gate.ask(flows[i], 1000 * SECOND);
                    continue;
                }
                boolean isHeld = flows[i].isHeld();
                if (!isHeld) {
                    ran[i] += (double) STEP / running;
                    gate.heardOf(kernel);
                }
                if (isHeld && !held[i]) {
                    if (i != 0 || !heard) {
                        gate.spent(kernel, (long) ran[i]);
                    }
                    heard |= i == 0;
                }
                held[i] = isHeld;
            }
        }
        return ran;
    }

    /** Holds last longer than the time after which the gate no longer waits for a report. */
    @ParameterizedTest
    @ValueSource(ints = {30, 60, 100})
    void shouldLetAKernelGoOnWhoseHoldsAreNotReported(int vms) {
        GateFlow[] flows = new GateFlow[vms];
        Arrays.setAll(flows, i -> join("vm" + i));
        double[] ran = run(flows, 20 * SECOND);
        double due = 20.0 * SECOND / vms;
        assertThat(ran[0]).isGreaterThan(0.4 * due);
        assertThat(Arrays.stream(ran).skip(1).min().orElseThrow()).isGreaterThan(0.8 * due);
    }

    @Test
    void shouldLetACappedKernelGoOnWhoseHoldsAreNotReported() {
        TestTenant tenant = new TestTenant("capped");
        tenant.cap = SECOND / 100;
        GateFlow flow = gate.join(tenant, "", true, () -> {});
        Ticket kernel = Objects.requireNonNull(gate.ask(flow, 10 * SECOND));
        int times = 0;
        boolean held = false;
        for (long at = STEP; at < 60 * SECOND; at += STEP) {
            clock.runUntil(at);
            if (!flow.isHeld()) {
                gate.heardOf(kernel);
            }
            times += held && !flow.isHeld() ? 1 : 0;
            held = flow.isHeld();
        }
        // It is charged two slices for each in which it ran: 4 ms each 400 ms.
        assertThat(times).isBetween(100, 310);
    }
}
