package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceUse.VmUse;
import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small commands that share a ticket, and the gate's count of them. */
@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class BundlesTest {
    private static final String SECOND_DEVICE = "server/1";
    private static final int BYTES = SimWorld.RESOURCES.indexOf("bytes_to_device");

    private static final List<String> DEVICES = List.of(SimWorld.DEVICE, SECOND_DEVICE);

    /** Whether the devices can hold kernels. */
    @Parameter boolean holds;

    private final SimCommand command = new SimCommand();
    private SimWorld world;
    private SessionPolicy session;

    @BeforeEach
    void begin() {
        world = SimWorld.of(holds);
        session = open("a");
    }

    private SessionPolicy open(String vm) {
        return world.policy.open(
                new SessionIdentity(
                        vm,
                        vm,
                        "",
                        DEVICES,
                        world.holding(DEVICES),
                        SimWorld.RESOURCES,
                        SimWorld.ROLES),
                () -> {});
    }

    /** Sends copies of equal size together, from call 1 on. */
    private int send(int copies) {
        int admitted = 0;
        for (int i = 0; i < copies && copy(64); i++) {
            admitted++;
        }
        session.endBatch();
        return admitted;
    }

    private boolean copy(long bytes) {
        command.work = true;
        command.call++;
        command.consumed[BYTES] = bytes;
        return session.judge(command) instanceof Admission.Admit;
    }

    private VmUse use(int device) {
        return world.policy.devices().get(device).vms().getFirst();
    }

    /** Teaches the history that a copy takes a microsecond. */
    private void teach() {
        for (int i = 0; i < 100; i++) {
            assertThat(send(1)).isEqualTo(1);
            session.completed(command.call, 0, 1_000);
        }
    }

    @Test
    void shouldCountEachCommandAndItsTime() {
        teach();
        long before = use(0).nanos();
        assertThat(send(150)).isEqualTo(150);
        assertThat(use(0).inFlight()).isEqualTo(150);
        long first = command.call - 149;
        for (long call = first; call <= command.call; call++) {
            session.completed(call, 0, 700 + call - first);
        }
        assertThat(use(0).inFlight()).isZero();
        assertThat(use(0).nanos() - before).isEqualTo(150 * 700 + 149 * 150 / 2);
    }

    @Test
    void shouldLetAtMostASliceOfThemGo() {
        for (int i = 0; i < 25; i++) {
            teach();
        }
        long estimated = 0;
        while (copy(64)) {
            estimated += 1_000;
        }
        session.endBatch();
        assertThat(estimated).isBetween(1_900_000L, 2 * MILLI + 50_000);
    }

    @Test
    void shouldTellTheGateOfThoseThatAreCompleteBeforeAllAreJudged() {
        teach();
        long before = use(0).nanos();
        for (int i = 0; i < 10; i++) {
            assertThat(copy(64)).isTrue();
            session.completed(command.call, 0, 1_000);
            assertThat(use(0).inFlight()).isZero();
        }
        assertThat(use(0).nanos() - before).isEqualTo(10_000);
        session.endBatch();
        assertThat(use(0).inFlight()).isZero();
    }

    @Test
    void shouldNotMixWorkOfDifferentSize() {
        teach();
        assertThat(copy(64)).isTrue();
        assertThat(copy(65)).isTrue();
        assertThat(use(0).inFlight()).as("those with a ticket of their own").isEqualTo(2);
        assertThat(copy(65)).isTrue();
        assertThat(use(0).inFlight()).as("the third goes with the second").isEqualTo(2);
        session.endBatch();
        assertThat(use(0).inFlight()).isEqualTo(3);
    }

    @Test
    void shouldChargeTheDeviceThatDidTheWork() {
        teach();
        long before = use(0).nanos();
        assertThat(send(4)).isEqualTo(4);
        long first = command.call - 3;
        session.completed(first, 0, 1_000);
        session.completed(first + 1, 1, 2_000);
        session.completed(first + 3, 0, 500);
        session.completed(first + 2, 1, 4_000);
        assertThat(use(0).nanos() - before).isEqualTo(1_500);
        assertThat(use(1).nanos()).isEqualTo(6_000);
        assertThat(use(0).inFlight()).isZero();
        assertThat(use(1).inFlight()).isZero();
    }

    @Test
    void shouldNotBundleWorkWithAGrownEstimate() {
        teach();
        send(1);
        session.completed(command.call, 0, 100 * MILLI);
        assertThat(copy(64)).isTrue();
        assertThat(copy(64)).as("as long as the one before it may be").isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldKeepExactBooksWhateverEndsWhen(long seed) {
        Random random = new Random(seed);
        teach();
        SessionPolicy other = open("b");
        long before = use(0).nanos();
        long used = 0;
        List<Long> under = new ArrayList<>();
        boolean waits = false;
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean() && under.size() < 500) {
                command.call -= waits ? 1 : 0;
                waits = !copy(64 + (random.nextInt(10) == 0 ? 1 : 0));
                if (!waits) {
                    under.add(command.call);
                }
            } else if (!under.isEmpty()) {
                long nanos = random.nextInt(20) == 0 ? 0 : random.nextInt(3_000);
                used += nanos;
                session.completed(under.remove(random.nextInt(under.size())), 0, nanos);
            }
            if (random.nextInt(30) == 0) {
                session.endBatch();
                assertThat(use(0).inFlight())
                        .as("seed %s", seed)
                        .isGreaterThanOrEqualTo(under.size());
            }
            world.clock.runUntil(world.clock.nanoTime() + random.nextInt(2_000));
        }
        for (long call : under) {
            session.completed(call, 0, 10);
        }
        long expected = used + 10L * under.size();
        assertThat(use(0).nanos() - before).as("seed %s", seed).isEqualTo(expected);
        session.close();
        assertThat(use(0).inFlight()).as("seed %s", seed).isZero();
        other.close();
    }

    @Test
    void shouldGiveTheSenderOfBundlesOnlyItsShare() {
        SimWorld shared = SimWorld.of(holds);
        shared.guest("vm0", Behaviour.busy(2_000));
        shared.guest("vm1", Behaviour.busy(MILLI));
        shared.runUntil(SECOND / 2);
        Shares shares = Shares.from(shared, 2);
        shared.runUntil(3 * SECOND / 2);
        assertThat(shares.parts()[0]).isBetween(0.49, 0.51);
        assertThat(shares.parts()[1]).isBetween(0.49, 0.51);
    }

    @Test
    void shouldLeaveNothingWhenTheSessionEndsWithBundlesAtTheDevice() {
        teach();
        assertThat(send(100)).isEqualTo(100);
        assertThat(copy(64)).isTrue();
        assertThat(copy(64)).isTrue();
        session.close();
        assertThat(use(0).inFlight()).isZero();
    }
}
