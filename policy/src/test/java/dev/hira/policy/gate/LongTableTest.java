package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongTableTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldWhatAMapHolds(long seed) {
        Random random = new Random(seed);
        LongTable<String> table = new LongTable<>();
        Map<Long, String> map = new HashMap<>();
        int keys = 1 << (2 + seed);
        for (int i = 0; i < 20_000; i++) {
            long key = random.nextInt(keys) * (seed % 2 == 0 ? 1L : 0x1_0000_0001L);
            if (random.nextInt(3) == 0) {
                assertThat(table.remove(key)).as("seed %s", seed).isEqualTo(map.remove(key));
            } else {
                table.put(key, "v" + i);
                map.put(key, "v" + i);
            }
            long other = random.nextInt(keys);
            assertThat(table.get(other)).as("seed %s", seed).isEqualTo(map.get(other));
            assertThat(table.size()).isEqualTo(map.size());
        }
        assertThat(table.values()).containsExactlyInAnyOrderElementsOf(map.values());
        table.clear();
        assertThat(table.values()).isEmpty();
        assertThat(table.size()).isZero();
    }
}
