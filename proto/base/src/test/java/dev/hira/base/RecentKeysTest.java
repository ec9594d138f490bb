package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecentKeysTest {
    private static final int BITS = 6;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 64, 1 << 10, 1 << 20, 1L << 40, 3, 96})
    void shouldSpreadKeysOfEvenDistance(long distance) {
        BitSet slots = new BitSet();
        for (int i = 0; i < 1 << BITS; i++) {
            int slot = RecentKeys.slot(0x7_1234_5678L + i * distance, BITS);
            assertThat(slot).isBetween(0, (1 << BITS) - 1);
            slots.set(slot);
        }
        assertThat(slots.cardinality()).isGreaterThan((1 << BITS) / 2);
    }
}
