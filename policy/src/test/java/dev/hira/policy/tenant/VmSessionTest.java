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
import dev.hira.policy.model.ResourceRole;
import dev.hira.policy.rules.AdmissionRules;
import dev.hira.policy.rules.VmCounters;
import dev.hira.policy.sim.SimCommand;
import dev.hira.policy.sim.SimWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The waits of a session's commands, and the values reported meanwhile. */
final class VmSessionTest {
    private static final List<String> RESOURCES =
            List.of(
                    "calls",
                    "threads",
                    "bytes_to_device",
                    "bytes_from_device",
                    "bytes_on_device",
                    "device_memory");
    private static final List<ResourceRole> ROLES =
            RESOURCES.stream().map(VmSessionTest::role).toList();
    private static final String OTHER_DEVICE = "server/1";

    private final SimWorld world = new SimWorld();
    private final SessionPolicy session = open("a");
    private long call;
    private int resumed;

    private static ResourceRole role(String resource) {
        return switch (resource) {
            case "threads" -> ResourceRole.THREADS;
            case "bytes_to_device" -> ResourceRole.COPY_IN;
            case "bytes_from_device" -> ResourceRole.COPY_OUT;
            case "bytes_on_device" -> ResourceRole.COPY_ON_DEVICE;
            case "device_memory" -> ResourceRole.DEVICE_MEMORY;
            default -> ResourceRole.NONE;
        };
    }

    private SessionPolicy open(String vm) {
        return world.policy.open(
                new SessionIdentity(
                        vm, vm, "", List.of(SimWorld.DEVICE, OTHER_DEVICE), RESOURCES, ROLES),
                () -> resumed++);
    }

    private JudgedCommand launch(long code) {
        SimCommand command = new SimCommand();
        command.call = ++call;
        command.work = true;
        command.workName = code;
        return command;
    }

    private JudgedCommand copy(int resource, long bytes) {
        SimCommand command = new SimCommand();
        command.call = ++call;
        command.work = true;
        command.consumed[resource] = bytes;
        return command;
    }

    private static String reason(Admission admission) {
        return admission instanceof Admission.Delay delay ? delay.reason() : "goes";
    }

    private DeviceUse device(int number) {
        return world.policy.devices().get(number);
    }

    private VmUsage vm() {
        return world.policy.vms().getFirst();
    }

    /** Keeps the first device busy for longer than its gate looks ahead. */
    private SessionPolicy occupy() {
        SessionPolicy busy = open("busy");
        busy.judge(launch(0x99));
        return busy;
    }

    @Test
    void shouldSayThatItWaitsForTheDeviceOrForItsCap() {
        SessionPolicy busy = occupy();
        JudgedCommand command = launch(7);
        assertThat(reason(session.judge(command))).isEqualTo("queue");
        assertThat(vm().waiting()).isEqualTo(1);
        assertThat(vm().inFlight()).isZero();
        busy.completed(1, 0, 10);
        assertThat(resumed).isEqualTo(1);
        assertThat(session.judge(command)).isEqualTo(Admission.ADMIT);
        assertThat(vm().waiting()).isZero();
        assertThat(vm().inFlight()).isEqualTo(1);
        world.grant("a", g -> g.cap(SECOND / 1_000));
        session.completed(call, 0, SECOND);
        assertThat(vm().inFlight()).isZero();
        assertThat(reason(session.judge(launch(7)))).isEqualTo("cap");
    }

    @Test
    void shouldSayForHowLongItsOldestCommandWaits() {
        Watch watch = new Watch();
        world.policy.rules(watch);
        world.runUntil(SECOND);
        occupy();
        JudgedCommand command = launch(7);
        session.judge(command);
        world.runUntil(SECOND + 5);
        session.judge(command);
        assertThat(watch.waited).isEqualTo(5);
        session.close();
        SessionPolicy other = open("a");
        other.judge(copy(2, 10));
        assertThat(watch.waited).isZero();
    }

    @Test
    void shouldAskTheDeviceThatAKernelIsOn() {
        session.identified(7, 1, 700, "there");
        session.identified(8, 2, 800, "nowhere");
        session.identified(9, -1, 900, "nowhere");
        occupy();
        assertThat(session.judge(launch(7))).isEqualTo(Admission.ADMIT);
        assertThat(device(1).inFlight()).isEqualTo(1);
        assertThat(reason(session.judge(launch(8)))).isEqualTo("queue");
        assertThat(device(0).waiting()).isEqualTo(1);
        session.withdraw();
        assertThat(device(0).waiting()).isZero();
    }

    @Test
    void shouldLeaveTheGateOfOneDeviceWhenItAsksAnother() {
        session.identified(7, 1, 700, "there");
        SessionPolicy busy = occupy();
        assertThat(reason(session.judge(launch(8)))).isEqualTo("queue");
        assertThat(session.judge(launch(7))).isEqualTo(Admission.ADMIT);
        assertThat(device(0).waiting()).isZero();
        busy.completed(1, 0, 10);
        assertThat(device(0).inFlight()).isZero();
    }

    @Test
    void shouldGoToTheDeviceThatDidTheLatestWork() {
        session.judge(launch(7));
        session.completed(call, 1, MILLI);
        assertThat(device(0).nanos()).isZero();
        assertThat(device(1).nanos()).isEqualTo(MILLI);
        assertThat(session.judge(launch(8))).isEqualTo(Admission.ADMIT);
        assertThat(device(1).inFlight()).isEqualTo(1);
        session.completed(call, 2, 5);
        assertThat(device(1).inFlight()).isZero();
        assertThat(vm().nanos()).isEqualTo(MILLI + 5);
    }

    @Test
    void shouldGiveUpItsPlaceWhenARuleDelaysOrRefuses() {
        Watch watch = new Watch();
        world.policy.rules(watch);
        occupy();
        JudgedCommand command = launch(7);
        session.judge(command);
        assertThat(device(0).waiting()).isEqualTo(1);
        watch.verdict = new Admission.Delay("night");
        session.judge(command);
        assertThat(device(0).waiting()).isZero();
        watch.verdict = Admission.ADMIT;
        session.judge(command);
        assertThat(device(0).waiting()).isEqualTo(1);
        watch.verdict = new Admission.Deny("rule", -1, "no");
        session.judge(command);
        assertThat(device(0).waiting()).isZero();
        assertThat(vm().waiting()).isZero();
    }

    @Test
    void shouldJudgeAgainOnceForEachTimeThatARuleSays() {
        Watch watch = new Watch();
        watch.verdict = new Admission.Delay("night");
        world.policy.rules(watch);
        JudgedCommand command = launch(7);
        for (int i = 0; i < 3; i++) {
            session.judge(command);
        }
        world.runUntil(10 * MILLI);
        assertThat(resumed).isEqualTo(1);
        session.judge(command);
        session.judge(command);
        world.runUntil(20 * MILLI);
        assertThat(resumed).isEqualTo(2);
    }

    @Test
    void shouldEstimateEachDirectionOfCopiesByItself() {
        for (int i = 0; i < 60; i++) {
            session.judge(copy(2, 1 << 20));
            session.completed(call, 0, 10 * MILLI);
            session.judge(copy(3, 1 << 20));
            session.completed(call, 0, MILLI / 10);
            session.judge(copy(4, 1 << 20));
            session.completed(call, 0, MILLI / 1_000);
        }
        assertThat(goingAtOnce(2)).isEqualTo(1);
        assertThat(goingAtOnce(3)).isBetween(15, 25);
        assertThat(goingAtOnce(4)).isGreaterThan(100);
    }

    /** Returns the number of 1 MiB copies in a direction that the gate lets go together. */
    private int goingAtOnce(int resource) {
        long first = call + 1;
        while (reason(session.judge(copy(resource, 1 << 20))).equals("goes")
                && call < first + 200) {
            session.endBatch();
        }
        session.withdraw();
        int went = (int) (call - first);
        for (long ended = first; ended < call; ended++) {
            session.completed(ended, 0, 0);
        }
        return went;
    }

    @Test
    void shouldKnowEachFunctionThatIsNeitherKernelNorCopyByItself() {
        SimCommand fill = new SimCommand();
        fill.work = true;
        for (int i = 0; i < 20; i++) {
            fill.call = ++call;
            assertThat(session.judge(fill)).isEqualTo(Admission.ADMIT);
            session.completed(call, 0, 10 * MILLI);
        }
        fill.call = ++call;
        session.judge(fill);
        fill.call = ++call;
        assertThat(reason(session.judge(fill))).isEqualTo("queue");
    }

    @Test
    void shouldLearnNothingFromWhatWasNotDone() {
        session.identified(7, 0, 700, "k");
        session.judge(launch(7));
        session.completed(call, 0, 10 * MILLI);
        session.judge(launch(7));
        session.completed(call, 0, 0);
        session.judge(launch(7));
        assertThat(reason(session.judge(launch(7)))).as("still 10 ms").isEqualTo("queue");
    }

    @Test
    void shouldTakeATimeBelowZeroForNone() {
        session.judge(launch(7));
        session.completed(call, 0, -5);
        assertThat(vm().nanos()).isZero();
        assertThat(device(0).nanos()).isZero();
    }

    @Test
    void shouldHearOfWorkThatRuns() {
        session.judge(launch(7));
        SessionPolicy other = open("b");
        JudgedCommand waits = launch(8);
        world.runUntil(1);
        assertThat(other.judge(waits)).isEqualTo(Admission.ADMIT);
        JudgedCommand next = launch(9);
        assertThat(reason(other.judge(next))).isEqualTo("queue");
        for (int beat = 1; beat <= 8; beat++) {
            world.runUntil(25 * MILLI * beat);
            session.running(1);
            session.running(99);
        }
        assertThat(device(0).inFlight()).as("it counts for 200 ms").isEqualTo(2);
        session.close();
        session.running(1);
    }

    @Test
    void shouldTakePaymentOnceHoweverOftenACommandIsJudged() {
        world.grant("a", g -> g.rate("bytes_to_device", new Rate(1_000, 100)));
        occupy();
        JudgedCommand command = copy(2, 100);
        assertThat(reason(session.judge(command))).isEqualTo("queue");
        assertThat(reason(session.judge(command))).isEqualTo("queue");
        session.withdraw();
        assertThat(reason(session.judge(command))).as("paid before").isEqualTo("queue");
    }

    /**
     * Rules with the verdict that a test sets; they record the wait of commands and what the VM
     * holds.
     */
    private static final class Watch implements AdmissionRules {
        Admission verdict = Admission.ADMIT;
        long waited;
        long held;
        boolean meters;

        @Override
        public Admission judge(VmCounters vm, JudgedCommand command) {
            waited = vm.waited();
            held = vm.held(RESOURCES.indexOf("device_memory"));
            return verdict;
        }

        @Override
        public long consume(VmCounters vm, int resource, long amount) {
            return 10 * amount;
        }

        @Override
        public boolean judges() {
            return true;
        }

        @Override
        public boolean meters() {
            return meters;
        }

        @Override
        public long retryNanos() {
            return 10 * MILLI;
        }

        @Override
        public void forget(String vm) {}
    }

    @Test
    void shouldAdmitWorkOfASessionWithoutDevices() {
        SessionPolicy none =
                world.policy.open(
                        new SessionIdentity("a", "a", "", List.of(), RESOURCES, ROLES), () -> {});
        assertThat(none.judge(launch(7))).isEqualTo(Admission.ADMIT);
        assertThat(vm().inFlight()).isZero();
    }

    @Test
    void shouldGoBackToTheFirstDeviceThatDidItsWork() {
        session.identified(7, 1, 700, "k");
        session.judge(launch(7));
        session.completed(call, 0, MILLI);
        assertThat(device(0).vms()).as("the work was done there").isNotEmpty();
        session.judge(copy(2, 100));
        assertThat(device(0).inFlight()).isEqualTo(1);
        assertThat(device(1).inFlight()).isZero();
    }

    @Test
    void shouldTakeTheEndOfWorkAtADeviceThatItDoesNotSeeForTheEndAtItsOwn() {
        session.judge(launch(7));
        session.completed(call, 2, MILLI);
        session.judge(launch(7));
        session.completed(call, -1, MILLI);
        assertThat(device(0).inFlight()).isZero();
        assertThat(vm().nanos()).isEqualTo(2 * MILLI);
    }

    @Test
    void shouldHearNothingMoreOfWorkWhenItIsClosed() {
        session.judge(launch(7));
        session.close();
        session.running(call);
        session.completed(call, 0, MILLI);
        session.close();
        assertThat(vm().nanos()).isZero();
        assertThat(vm().sessions()).isZero();
        assertThat(device(0).inFlight()).isZero();
    }

    @Test
    void shouldShowRulesWhatTheVmHolds() {
        Watch watch = new Watch();
        world.policy.rules(watch);
        SimCommand command = new SimCommand();
        command.held[5] = 4096;
        session.judge(command);
        assertThat(watch.held).isEqualTo(4096);
    }

    private JudgedCommand use() {
        SimCommand command = new SimCommand();
        command.consumed[0] = 1;
        return command;
    }

    @Test
    void shouldGoWhenItsTurnAtARateHasComeAndNotBefore() {
        world.grant("a", g -> g.rate("calls", new Rate(1, 1)));
        assertThat(session.judge(use())).isEqualTo(Admission.ADMIT);
        JudgedCommand second = use();
        assertThat(reason(session.judge(second))).isEqualTo("rate:calls");
        assertThat(reason(session.judge(second))).as("judged again early").isEqualTo("rate:calls");
        assertThat(resumed).isZero();
        world.runUntil(SECOND + MILLI);
        assertThat(resumed).isEqualTo(1);
        assertThat(session.judge(second)).isEqualTo(Admission.ADMIT);
        assertThat(reason(session.judge(use()))).isEqualTo("rate:calls");
    }

    @Test
    void shouldChargeWhatARuleSaysAndTheOwnAmountOfTheCommandAfterIt() {
        world.grant("a", g -> g.rate("calls", new Rate(1, 20)));
        Watch watch = new Watch();
        watch.meters = true;
        world.policy.rules(watch);
        assertThat(session.judge(use())).isEqualTo(Admission.ADMIT);
        world.policy.rules(AdmissionRules.NONE);
        for (int i = 0; i < 10; i++) {
            assertThat(session.judge(use())).as("10 of 20 are left").isEqualTo(Admission.ADMIT);
        }
        assertThat(reason(session.judge(use()))).isEqualTo("rate:calls");
    }

    @Test
    void shouldReturnTokensThatWerePaidForACommandThatGivesUpItsTurn() {
        world.grant("a", g -> g.rate("calls", new Rate(1, 1)));
        session.judge(use());
        assertThat(reason(session.judge(use()))).isEqualTo("rate:calls");
        SessionPolicy second = open("a");
        assertThat(reason(second.judge(use()))).isEqualTo("rate:calls");
        world.runUntil(SECOND + MILLI);
        assertThat(resumed).as("the first one has paid").isEqualTo(1);
        session.withdraw();
        assertThat(resumed).as("its tokens pay for the second one").isEqualTo(2);
        assertThat(second.judge(use())).isEqualTo(Admission.ADMIT);
        assertThat(reason(session.judge(use()))).isEqualTo("rate:calls");
    }
}
