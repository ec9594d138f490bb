package dev.hira.policy.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RecentUseTest {
    /** An eighth of half a second. */
    private static final long SLOT = 62_500_000;

    private final RecentUse recent = new RecentUse();

    @Test
    void shouldAddUpHalfASecond() {
        for (int slot = 0; slot < 8; slot++) {
            recent.add(1L << slot, slot * SLOT);
        }
        assertThat(recent.sum(8 * SLOT - 1)).isEqualTo(255);
        assertThat(recent.sum(8 * SLOT)).isEqualTo(254);
        assertThat(recent.sum(11 * SLOT)).isEqualTo(0xF0);
        assertThat(recent.sum(14 * SLOT)).isEqualTo(128);
        assertThat(recent.sum(15 * SLOT)).isZero();
    }

    @Test
    void shouldAddUpWithinASlot() {
        recent.add(3, 5 * SLOT);
        recent.add(4, 6 * SLOT - 1);
        assertThat(recent.sum(6 * SLOT - 1)).isEqualTo(7);
    }

    @Test
    void shouldForgetAllAfterALongTime() {
        recent.add(3, SLOT);
        recent.add(4, 100 * SLOT);
        assertThat(recent.sum(100 * SLOT)).isEqualTo(4);
    }

    @Test
    void shouldCountTimesThatThreadsBringLate() {
        recent.add(3, 10 * SLOT);
        recent.add(4, 9 * SLOT);
        assertThat(recent.sum(10 * SLOT)).isEqualTo(7);
    }
}
