package dev.hira.policy.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.gate.DeviceGate;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.gate.Ticket;
import dev.hira.policy.gate.WorkHistory;
import dev.hira.policy.model.ResourceRole;
import dev.hira.policy.schedule.SimVm;
import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.sim.SimClock;
import dev.hira.policy.sim.SimCommand;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class WorkClassifierTest {
    private final WorkHistory history = new WorkHistory(WorkClassifier.DIRECTION_COUNT);
    private final SimCommand command = new SimCommand();

    private long estimate(ResourceRole role) {
        WorkClassifier works =
                new WorkClassifier(history, List.of(ResourceRole.NONE, ResourceRole.NONE, role));
        command.consumed[2] = 1 << 20;
        works.classify(command);
        return works.estimate(null);
    }

    @Test
    void shouldKnowCopiesByTheRoleOfTheirResource() {
        long other = estimate(ResourceRole.NONE);
        assertThat(estimate(ResourceRole.COPY_OUT)).isEqualTo(history.estimateCopy(1, 1 << 20));
        assertThat(estimate(ResourceRole.COPY_OUT)).isNotEqualTo(other);
    }

    private WorkClassifier kernels() {
        return new WorkClassifier(history, List.of(ResourceRole.THREADS));
    }

    private static SimCommand launch(long name, long threads) {
        SimCommand launch = new SimCommand();
        launch.workName = name;
        launch.consumed[0] = threads;
        return launch;
    }

    @Test
    void shouldEstimateAKernelByItsCodeAndItsThreads() {
        history.ran(700, 1_000, 50_000);
        WorkClassifier works = kernels();
        works.identified(7, new WorkClassifier.KernelIdentity(0, 700));
        works.classify(launch(7, 1_000));
        assertThat(works.estimate(works.identity())).isEqualTo(history.estimate(700, 1_000));
        works.classify(launch(7, 4_000));
        assertThat(works.estimate(works.identity()))
                .as("more threads than ever before")
                .isEqualTo(history.estimate(700, 4_000))
                .isGreaterThan(history.estimate(700, 1_000));
    }

    @Test
    void shouldTakeThreadsForUnknownWhereNoResourceCountsThem() {
        history.ran(700, 1_000, 50_000);
        WorkClassifier works = new WorkClassifier(history, List.of(ResourceRole.NONE));
        works.identified(7, new WorkClassifier.KernelIdentity(0, 700));
        works.classify(launch(7, 4_000));
        assertThat(works.estimate(works.identity())).isEqualTo(history.estimate(700, 0));
    }

    @Test
    void shouldKnowNoKernelByTheNameOfWorkThatIsNone() {
        WorkClassifier works = kernels();
        works.identified(0, new WorkClassifier.KernelIdentity(0, 700));
        works.classify(new SimCommand());
        assertThat(works.identity()).isNull();
    }

    @Test
    void shouldRememberABoundedNumberOfNames() {
        WorkClassifier works = kernels();
        for (int name = 1; name <= 65_537; name++) {
            works.identified(name, new WorkClassifier.KernelIdentity(0, name));
        }
        works.classify(launch(65_536, 1));
        assertThat(works.identity()).isNotNull();
        works.classify(launch(65_537, 1));
        assertThat(works.identity()).as("beyond the bound").isNull();
        works.identified(1, new WorkClassifier.KernelIdentity(1, 99));
        works.classify(launch(1, 1));
        assertThat(Objects.requireNonNull(works.identity()).code())
                .as("a known name may change")
                .isEqualTo(99);
    }

    @Test
    void shouldLearnTheTimeOfEachOtherFunctionByItself() {
        SimCommand fill = new SimCommand();
        fill.function = 20;
        SimCommand wait = new SimCommand();
        wait.function = 21;
        WorkClassifier works = kernels();
        works.classify(fill);
        long first = works.estimate(null);
        assertThat(first).as("a function that never ran").isEqualTo(5_000);
        run(works, 80_000);
        works.classify(fill);
        assertThat(works.estimate(null)).isEqualTo(80_000);
        works.classify(wait);
        assertThat(works.estimate(null)).as("it never ran").isEqualTo(first);
        run(works, 0);
        works.classify(wait);
        assertThat(works.estimate(null)).as("it did nothing").isEqualTo(first);
    }

    /** Runs the work that the classifier looked at for this time. */
    private static void run(WorkClassifier works, long nanos) {
        Bundle bundle = begun(works);
        bundle.ended(nanos);
        works.ended(bundle);
    }

    private static Bundle begun(WorkClassifier works) {
        SimClock clock = new SimClock();
        DeviceGate gate =
                new DeviceGate("d", GateSettings.STANDARD, clock, clock, new FairScheduler());
        Ticket ticket = gate.ask(gate.join(new SimVm("a"), "", () -> {}), 5_000);
        Bundle bundle = new Bundle();
        works.begin(bundle, Objects.requireNonNull(ticket), 0);
        return bundle;
    }
}
