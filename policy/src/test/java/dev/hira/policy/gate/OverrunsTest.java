package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OverrunsTest {
    private static final GateSettings SETTINGS = GateSettings.STANDARD;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final Overruns overruns = new Overruns();

    @Test
    void shouldLeaveRoomForManyToWhoOverranOnce() {
        overran(1, 5 * MILLI);
        assertThat(overruns.mostCommands(SETTINGS, 0)).isGreaterThan(20);
    }

    @Test
    void shouldLeaveRoomForOneToWhoOverrunsAgainAndAgain() {
        overran(30, 10 * MILLI);
        assertThat(overruns.mostCommands(SETTINGS, 0)).isEqualTo(1);
    }

    @Test
    void shouldNotCountWhatIsWithinASlice() {
        overran(100, SETTINGS.slice());
        assertThat(overruns.mostCommands(SETTINGS, 0)).isEqualTo(SETTINGS.vmCommands());
        assertThat(overruns.areForgotten(0)).isTrue();
    }

    @Test
    void shouldTrustAgainWhoseCommandsTakeWhatTheyShould() {
        overran(30, 10 * MILLI);
        for (int i = 0; i < 128; i++) {
            overruns.ended(0, SETTINGS.slice(), 0);
        }
        assertThat(overruns.mostCommands(SETTINGS, 0)).isLessThan(3);
        for (int i = 0; i < 5_000; i++) {
            overruns.ended(0, SETTINGS.slice(), 0);
        }
        assertThat(overruns.areForgotten(0)).isTrue();
    }

    @Test
    void shouldForgetInTime() {
        overran(30, 10 * MILLI);
        assertThat(overruns.areForgotten(10 * SECOND)).isFalse();
        assertThat(overruns.areForgotten(60 * SECOND)).isTrue();
    }

    private void overran(int times, long beyond) {
        for (int i = 0; i < times; i++) {
            overruns.ended(beyond, SETTINGS.slice(), 0);
        }
    }
}
