package dev.hira.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class TraceTest {
    @Test
    void shouldSplitWorkBetweenTheWindowsThatItLiesIn() {
        Recorder recorder = new Recorder();
        recorder.worked("vm", "vm", "d", 5, 25);
        recorder.worked("vm", "vm", "d", 28, 29);

        assertThat(recorder.trace("vm").windows(0, 30, 10)).containsExactly(5, 10, 6);
        assertThat(recorder.trace("vm").time(0, 30)).isEqualTo(21);
        assertThat(recorder.trace("vm").time(20, 28)).isEqualTo(5);
    }

    @Test
    void shouldLeaveOutWhatLiesBeforeTheFirstWindow() {
        Recorder recorder = new Recorder();
        recorder.worked("vm", "vm", "d", 5, 15);

        assertThat(recorder.trace("vm").windows(10, 30, 10)).containsExactly(5, 0);
    }

    @Test
    void shouldMeasureFairness() {
        assertThat(Fairness.jain(1, 1, 1, 1)).isEqualTo(1);
        assertThat(Fairness.jain(1, 0, 0, 0)).isEqualTo(0.25);
        assertThat(Fairness.unfairness(3, 1)).isEqualTo(0.5);
        assertThat(Fairness.shareError(new double[] {3, 1}, new double[] {3, 1})).isZero();
        assertThat(Fairness.shareError(new double[] {2, 2}, new double[] {3, 1}))
                .isCloseTo(0.25, within(1e-9));
    }
}
