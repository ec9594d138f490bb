package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RecentKeysTest {
    private static final int ARRAYS = 8;

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 10})
    void shouldKeepAFewKeysApartThatDifferByAPowerOfTwo(int bits) {
        for (int shift = 0; shift <= 30; shift++) {
            BitSet slots = new BitSet();
            for (long i = 0; i < ARRAYS; i++) {
                int slot = RecentKeys.slot(0x7_1234_5678L + (i << shift), bits);
                assertThat(slot).isBetween(0, (1 << bits) - 1);
                slots.set(slot);
            }
            assertThat(slots.cardinality()).as("distance 2^%d", shift).isEqualTo(ARRAYS);
        }
    }
}
