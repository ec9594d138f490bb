package dev.hira.policy.schedule;

import static dev.hira.policy.sim.SimWorld.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.sim.SimGuest.Behaviour;
import dev.hira.policy.sim.SimWorld;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A VM that launches the shortest kernels as fast as it can, beside one with kernels of 1 ms. */
final class TinyLaunchesTest {
    /** The launches of these kernels take no time that is not reported. */
    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "1000, false", "1000, true"})
    void shouldLeaveHalfOfTheDeviceToAVmBesideTinyKernels(long length, boolean holds) {
        assertThat(partBeside(length, 0, holds)).isGreaterThan(0.48);
    }

    /**
     * The gate shares the time that devices report. The time that launches take beside it is a loss
     * to the other VM.
     */
    @ParameterizedTest
    @CsvSource({"5000, 200", "5000, 5000", "5000, 20000"})
    void shouldShareTheReportedTimeWhateverLaunchesTake(long length, long unreported) {
        double due = (double) length / (2 * length + unreported);
        assertThat(partBeside(length, unreported, false)).isBetween(due - 0.02, due + 0.02);
    }

    private static double partBeside(long length, long unreported, boolean holds) {
        SimWorld world = SimWorld.of(holds);
        world.unreported = unreported;
        world.guest("tiny", Behaviour.busy(length));
        world.guest("honest", Behaviour.busy(MILLI));
        world.runUntil(20 * MILLI);
        long before = world.device.served("honest");
        world.runUntil(length <= 1000 ? 120 * MILLI : 620 * MILLI);
        return world.part("honest", 20 * MILLI, before);
    }
}
