package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** 64 VMs that work and 1,000 idle ones. */
@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class ManyVmsTest {
    private static final int ACTIVE = 64;
    private static final int IDLE = 1000;

    /** Whether the device can hold kernels. */
    @Parameter boolean holds;

    private SimWorld world;

    @BeforeEach
    void begin() {
        world = SimWorld.of(holds);
    }

    private SessionPolicy open(String vm) {
        List<String> devices = List.of(SimWorld.DEVICE);
        return world.policy.open(
                new SessionIdentity(
                        vm, vm, "", devices, world.holding(devices), SimWorld.RESOURCES, List.of()),
                () -> {});
    }

    private List<SessionPolicy> openIdle() {
        List<SessionPolicy> idle = new ArrayList<>();
        for (int i = 0; i < IDLE; i++) {
            idle.add(open("idle" + i));
        }
        return idle;
    }

    @Tag("measuring")
    @Test
    void shouldCostLittleForEachVmThatIsIdle() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        openIdle();
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < IDLE; i++) {
            open("more" + i);
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / IDLE;
        assertThat(each).isLessThan(16 << 10);
    }

    @Test
    void shouldServeActiveVmsAsIfTheyWereAlone() {
        openIdle();
        List<SimGuest> active = new ArrayList<>();
        for (int i = 0; i < ACTIVE; i++) {
            active.add(world.guest("vm" + i, Behaviour.sync((1 + i % 3) * MILLI, 0)));
        }
        world.runUntil(20 * SECOND);
        // A VM with kernels of 3 ms completes a third as many: a round of all takes 64 times 2 ms
        // on average.
        long round = ACTIVE * 3 * MILLI;
        for (SimGuest guest : active) {
            List<Long> sorted = guest.waits.stream().sorted().toList();
            assertThat(sorted.get(sorted.size() * 99 / 100)).isLessThan(3 * round);
            assertThat(world.device.served(guest.vm))
                    .isBetween(20 * SECOND / ACTIVE * 9 / 10, 20 * SECOND / ACTIVE * 11 / 10);
        }
        assertThat(world.device.busy()).isGreaterThan(20 * SECOND * 99 / 100);
    }
}
