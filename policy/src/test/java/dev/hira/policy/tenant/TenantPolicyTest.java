package dev.hira.policy.tenant;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static dev.hira.policy.sim.SimWorld.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.Admission;
import dev.hira.policy.JudgedCommand;
import dev.hira.policy.SessionIdentity;
import dev.hira.policy.SessionPolicy;
import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Rate;
import dev.hira.policy.rules.AdmissionRules;
import dev.hira.policy.rules.VmCounters;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.Shares;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimGuest;
import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "holding {0}")
@ValueSource(booleans = {false, true})
final class TenantPolicyTest {
    private static final int CALLS = SimWorld.RESOURCES.indexOf("calls");
    private static final int MEMORY = SimWorld.RESOURCES.indexOf("device_memory");

    /** Whether the device can hold kernels. */
    @Parameter boolean holds;

    private SimWorld world;
    private int resumed;

    @BeforeEach
    void begin() {
        world = SimWorld.of(holds);
    }

    /** Returns a length of kernels: a thousand times as long where these can be held. */
    private long kernels(long nanos) {
        return holds ? 1_000 * nanos : nanos;
    }

    private SessionPolicy open(String vm) {
        return world.policy.open(
                new SessionIdentity(
                        vm,
                        vm + "-1",
                        "",
                        List.of(SimWorld.DEVICE),
                        world.holding(List.of(SimWorld.DEVICE)),
                        SimWorld.RESOURCES,
                        SimWorld.ROLES),
                () -> resumed++);
    }

    private static SimCommand allocation(long bytes, long held) {
        SimCommand command = new SimCommand();
        command.call = 1;
        command.allocated[MEMORY] = bytes;
        command.held[MEMORY] = held;
        return command;
    }

    private static SimCommand launch(long call, long code) {
        SimCommand command = new SimCommand();
        command.call = call;
        command.work = true;
        command.workName = code;
        command.consumed[CALLS] = 1;
        return command;
    }

    @Test
    void shouldRefuseWhatExceedsTheQuotaByAByteAndSayWhy() {
        world.grant("a", g -> g.quota("device_memory", 1000));
        SessionPolicy session = open("a");
        assertThat(session.judge(allocation(400, 600))).isEqualTo(Admission.ADMIT);
        Admission.Deny deny = (Admission.Deny) session.judge(allocation(401, 600));
        assertThat(deny.reason()).isEqualTo("quota");
        assertThat(deny.resource()).isEqualTo(MEMORY);
        assertThat(deny.message())
                .contains("asks for 401 bytes of device_memory")
                .contains("has 600 bytes of its 1000 bytes");
        assertThat(session.judge(allocation(Long.MAX_VALUE, 600)))
                .isInstanceOf(Admission.Deny.class);
        world.grant("a", g -> g.quota("device_memory", 1001));
        assertThat(session.judge(allocation(401, 600))).isEqualTo(Admission.ADMIT);
        world.grant("a", g -> g.quota("device_memory", 10));
        assertThat(session.judge(allocation(0, 600))).isEqualTo(Admission.ADMIT);
    }

    @Test
    void shouldSayAmountsInTheUnitsOfGrants() {
        world.grant("a", g -> g.quota("device_memory", 64 << 20));
        Admission.Deny deny = (Admission.Deny) open("a").judge(allocation(4 << 20, 64 << 20));
        assertThat(deny.message())
                .contains("asks for 4MiB of device_memory", "has 64MiB of its 64MiB; free some");
    }

    @Test
    void shouldAdviseToFreeNothingWhenTheWholeQuotaIsTooSmall() {
        world.grant("a", g -> g.quota("device_memory", 64 << 20));
        SessionPolicy session = open("a");
        assertThat(((Admission.Deny) session.judge(allocation(65 << 20, 0))).message())
                .contains("asks for 65MiB of device_memory", "may have only 64MiB in all")
                .endsWith("; ask the operator for a larger quota");
        assertThat(((Admission.Deny) session.judge(allocation(64 << 20, 1 << 20))).message())
                .contains("has 1MiB of its 64MiB; free some");
    }

    @Test
    void shouldHoldQuotasOfEachDeviceBesideThatOfAll() {
        world.grant("a", g -> g.quota("device_memory", 1000).deviceQuota("device_memory", 500));
        SessionPolicy session = open("a");
        SimCommand command = allocation(200, 600);
        command.onDevice[MEMORY] = 300;
        assertThat(session.judge(command)).isEqualTo(Admission.ADMIT);
        command.onDevice[MEMORY] = 301;
        Admission.Deny deny = (Admission.Deny) session.judge(command);
        assertThat(deny.reason()).isEqualTo("quota");
        assertThat(deny.missing()).isEqualTo(1);
        assertThat(deny.message()).contains("has 301 bytes of its 500 bytes on a device");
        command.held[MEMORY] = 801;
        command.onDevice[MEMORY] = 0;
        assertThat(session.judge(command)).isInstanceOf(Admission.Deny.class);
        command.onDevice[MEMORY] = 400;
        Admission.Deny larger = (Admission.Deny) session.judge(command);
        assertThat(larger.missing()).as("1 byte of all, 100 on the device").isEqualTo(100);
    }

    @Test
    void shouldRefuseSessionsBeyondTheGrantedNumber() {
        world.grant("a", g -> g.sessions(1));
        assertThat(world.policy.refusal("a")).isEmpty();
        SessionPolicy session = open("a");
        assertThat(world.policy.refusal("a").orElseThrow())
                .contains("has 1 sessions and may have 1");
        session.close();
        session.close();
        assertThat(world.policy.refusal("a")).isEmpty();
    }

    @Test
    void shouldEstimateAnUnknownKernelAsAWholeSlice() {
        SessionPolicy session = open("a");
        SessionPolicy other = open("a");
        assertThat(session.judge(launch(1, 7))).isEqualTo(Admission.ADMIT);
        assertThat(other.judge(launch(1, 8))).isInstanceOf(Admission.Delay.class);
        session.completed(1, 0, MILLI);
        assertThat(resumed).isEqualTo(1);
        assertThat(other.judge(launch(1, 8))).isEqualTo(Admission.ADMIT);
    }

    @Test
    void shouldLearnAKernelsTimeByItsCodeAndNotByItsName() {
        SessionPolicy session = open("a");
        session.identified(7, 0, 555, "k");
        session.identified(8, 0, 555, "k");
        session.judge(launch(1, 7));
        session.completed(1, 0, MILLI / 10);
        for (int call = 2; call < 10; call++) {
            assertThat(session.judge(launch(call, 8))).isEqualTo(Admission.ADMIT);
        }
    }

    @Test
    void shouldHaveSessionsLookAgainWhenTheirLimitOfKernelsChanges() {
        SessionPolicy session = open("a");
        open("b");
        assertThat(session.kernelNanos()).isEqualTo(Rate.UNLIMITED);
        world.grant("a", g -> g.kernelNanos(MILLI));
        assertThat(session.kernelNanos()).isEqualTo(MILLI);
        assertThat(resumed).as("of the VM's session").isEqualTo(1);
        world.grant("a", g -> g.share(7));
        assertThat(resumed).as("another setting").isEqualTo(1);
    }

    @Test
    void shouldGiveBackWhatASessionHadAtTheDeviceWhenItEnds() {
        SessionPolicy session = open("a");
        session.judge(launch(1, 7));
        SessionPolicy other = open("b");
        session.judge(launch(2, 7));
        assertThat(use().inFlight()).isEqualTo(1);
        assertThat(use().waiting()).isEqualTo(1);
        session.close();
        assertThat(use().inFlight()).isZero();
        assertThat(use().waiting()).isZero();
        assertThat(other.judge(launch(1, 7))).isEqualTo(Admission.ADMIT);
        session.completed(1, 0, 5);
        assertThat(use().inFlight()).isEqualTo(1);
    }

    private DeviceUse use() {
        return world.policy.devices().getFirst();
    }

    @Test
    void shouldHoldACapExactlyAndLeaveTheRestToOthers() {
        world.grant("vm0", g -> g.cap(SECOND / 4));
        world.guest("vm0", Behaviour.busy(kernels(MILLI)));
        world.runUntil(SECOND);
        Shares alone = Shares.from(world, 1);
        world.runUntil(3 * SECOND);
        assertThat(alone.parts()[0]).isBetween(0.245, 0.255);
        world.guest("vm1", Behaviour.busy(kernels(3 * MILLI)));
        world.runUntil(4 * SECOND);
        Shares both = Shares.from(world, 2);
        world.runUntil(6 * SECOND);
        assertThat(both.parts()[0]).isBetween(0.245, 0.255);
        assertThat(both.parts()[1]).isBetween(0.74, 0.76);
    }

    @Test
    void shouldFollowAChangedCapWithinAFifthOfASecond() {
        world.grant("vm0", g -> g.cap(SECOND / 100));
        world.guest("vm0", Behaviour.busy(kernels(MILLI)));
        world.runUntil(SECOND);
        world.grant("vm0", g -> g.cap(SECOND / 2));
        world.runUntil(SECOND + SECOND / 5);
        Shares shares = Shares.from(world, 1);
        world.runUntil(2 * SECOND);
        assertThat(shares.parts()[0]).isBetween(0.48, 0.52);
    }

    @Test
    void shouldKeepCapsOfTwoVmsAndFollowOneThatIsLoweredAndLifted() {
        world.grant("vm0", g -> g.cap(SECOND / 2));
        world.grant("vm1", g -> g.cap(SECOND / 5));
        world.guest("vm0", Behaviour.busy(kernels(2 * MILLI)));
        world.guest("vm1", Behaviour.busy(kernels(5 * MILLI)));
        world.runUntil(SECOND);
        Shares both = Shares.from(world, 2);
        world.runUntil(3 * SECOND);
        assertThat(both.parts()[0]).isBetween(0.48, 0.51);
        assertThat(both.parts()[1]).isBetween(0.18, 0.205);
        world.grant("vm0", g -> g.cap(SECOND / 10));
        world.runUntil(3 * SECOND + SECOND / 5);
        Shares lowered = Shares.from(world, 2);
        world.runUntil(5 * SECOND);
        assertThat(lowered.parts()[0]).isBetween(0.09, 0.105);
        assertThat(lowered.parts()[1]).isBetween(0.18, 0.205);
        world.grant("vm0", g -> g.cap(Rate.UNLIMITED));
        world.runUntil(5 * SECOND + SECOND / 5);
        Shares lifted = Shares.from(world, 2);
        world.runUntil(8 * SECOND);
        assertThat(lifted.parts()[0]).isGreaterThan(0.78);
        assertThat(lifted.parts()[1]).isBetween(0.18, 0.205);
    }

    @Test
    void shouldKeepAReservationAgainstManyAndEndItAtOnce() {
        world.grant("vm0", g -> g.reservation(SECOND * 2 / 5));
        for (int i = 0; i < 9; i++) {
            world.guest("vm" + i, Behaviour.busy(kernels((1 + i) * MILLI)));
        }
        world.runUntil(SECOND);
        Shares reserved = Shares.from(world, 9);
        world.runUntil(6 * SECOND);
        assertThat(reserved.parts()[0]).isBetween(0.39, 0.43);
        assertThat(reserved.parts()[5]).isBetween(0.07, 0.08);
        world.grant("vm0", g -> g.reservation(0));
        world.runUntil(6 * SECOND + SECOND / 5);
        Shares equal = Shares.from(world, 9);
        world.runUntil(11 * SECOND);
        assertThat(equal.parts()[0]).isBetween(0.105, 0.117);
    }

    @Test
    void shouldAskRulesFirstAndJudgeAgainWhenTheySay() {
        TestRules rules = new TestRules();
        world.policy.rules(rules);
        SessionPolicy session = open("a");
        rules.verdict = new Admission.Delay("night");
        assertThat(session.judge(launch(1, 7))).isSameAs(rules.verdict);
        assertThat(session.judge(launch(1, 7))).isSameAs(rules.verdict);
        world.runUntil(10 * MILLI - 1);
        assertThat(resumed).isZero();
        world.runUntil(10 * MILLI);
        assertThat(resumed).isEqualTo(1);
        rules.verdict = Admission.ADMIT;
        assertThat(session.judge(launch(1, 7))).isEqualTo(Admission.ADMIT);
        assertThat(rules.metered).isEqualTo(1);
        session.close();
        assertThat(rules.forgotten).containsExactly("a");
    }

    @Test
    void shouldCountWhatVmsUse() {
        SimGuest guest = world.guest("vm0", Behaviour.busy(MILLI));
        world.guest("vm1", Behaviour.busy(MILLI));
        world.runUntil(2 * SECOND);
        List<VmUsage> all = world.policy.vms();
        assertThat(all).extracting(VmUsage::vm).containsExactly("vm0", "vm1");
        assertThat(all.getFirst().nanos()).isEqualTo(guest.completed() * MILLI);
        assertThat(all.getFirst().recent()).isBetween(200 * MILLI, 260 * MILLI);
        assertThat(all.getFirst().waiting()).isEqualTo(1);
        assertThat(use().vms().getFirst().nanos()).isEqualTo(guest.completed() * MILLI);
        assertThat(use().nanos()).isBetween(1_990 * MILLI, 2_000 * MILLI);
        assertThat(use().scheduler()).isEqualTo("fair");
    }

    @Test
    void shouldGoOnUnderAnotherScheduler() {
        world.guest("vm0", Behaviour.busy(kernels(MILLI)));
        world.guest("vm1", Behaviour.busy(kernels(5 * MILLI)));
        world.runUntil(SECOND);
        world.policy.schedule(SimWorld.DEVICE, new FairScheduler());
        Shares shares = Shares.from(world, 2);
        world.runUntil(3 * SECOND);
        assertThat(shares.parts()[0]).isBetween(0.49, 0.51);
        assertThat(shares.busy()).isGreaterThan(0.99);
    }

    @Test
    void shouldReplaceTheSchedulerOfTheNamedDevice() {
        SessionPolicy session = open("a");
        Scheduler other = Schedulers.standard(new HostCredits()).create("none", Map.of());
        world.policy.schedule(SimWorld.DEVICE, other);
        assertThat(world.policy.devices().getFirst().scheduler()).isEqualTo("none");
        assertThat(session.judge(launch(1, 7))).isEqualTo(Admission.ADMIT);
    }

    @Test
    void shouldResumeAtOnceWhenACapIsLifted() {
        world.grant("a", g -> g.cap(SECOND / 1_000));
        SessionPolicy session = open("a");
        assertThat(session.judge(launch(1, 7))).isEqualTo(Admission.ADMIT);
        session.completed(1, 0, SECOND);
        assertThat(session.judge(launch(2, 7))).isInstanceOf(Admission.Delay.class);
        world.grant("b", g -> g.share(5));
        assertThat(resumed).as("another VM's change").isZero();
        world.grant("a", g -> g.cap(Rate.UNLIMITED));
        assertThat(resumed).isEqualTo(1);
        assertThat(session.judge(launch(2, 7))).isEqualTo(Admission.ADMIT);
    }

    @Test
    void shouldFollowNoChangeWhenItIsClosed() {
        world.grant("a", g -> g.quota("device_memory", 1000));
        SessionPolicy session = open("a");
        world.policy.close();
        world.grant("a", g -> g.quota("device_memory", 1));
        assertThat(session.judge(allocation(1000, 0))).isEqualTo(Admission.ADMIT);
    }

    @Test
    void shouldCountNoStrainAtADeviceThatNoSessionHasSeen() {
        assertThat(world.policy.strain("nowhere")).isZero();
    }

    @Test
    void shouldRememberAVmWithoutSessionsUnlessTenThousandAreKnown() {
        withoutDevices("a").close();
        assertThat(world.policy.vms()).extracting(VmUsage::vm).containsExactly("a");
        for (int i = 0; i < 10_100; i++) {
            withoutDevices("vm" + i).close();
        }
        assertThat(world.policy.vms()).hasSize(10_000);
        SessionPolicy first = withoutDevices("x");
        SessionPolicy second = withoutDevices("x");
        first.close();
        assertThat(world.policy.vms()).as("it has a session").hasSize(10_001);
        second.close();
        assertThat(world.policy.vms()).hasSize(10_000);
    }

    private SessionPolicy withoutDevices(String vm) {
        return world.policy.open(
                new SessionIdentity(vm, vm, "", List.of(), SimWorld.RESOURCES), () -> {});
    }

    /** Rules with the verdict that a test sets. */
    private static final class TestRules implements AdmissionRules {
        Admission verdict = Admission.ADMIT;
        final List<String> forgotten = new ArrayList<>();
        int metered;

        @Override
        public Admission judge(VmCounters vm, JudgedCommand command) {
            return verdict;
        }

        @Override
        public long consume(VmCounters vm, int resource, long amount) {
            metered++;
            return amount;
        }

        @Override
        public boolean judges() {
            return true;
        }

        @Override
        public boolean meters() {
            return true;
        }

        @Override
        public long retryNanos() {
            return 10 * MILLI;
        }

        @Override
        public void forget(String vm) {
            forgotten.add(vm);
        }
    }
}
