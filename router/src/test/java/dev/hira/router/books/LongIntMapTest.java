package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LongIntMapTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithAHashMapUnderRandomOperations(long seed) {
        var random = new Random(seed);
        var map = new LongIntMap(random.nextLong());
        Map<Long, Integer> model = new HashMap<>();
        int keys = 1 << (2 * seed);
        for (int i = 0; i < 100_000; i++) {
            long key = random.nextInt(keys) * (random.nextBoolean() ? 1L : 1L << 40);
            switch (random.nextInt(3)) {
                case 0 -> {
                    int value = random.nextInt(1000);
                    map.put(key, value);
                    model.put(key, value);
                }
                case 1 -> {
                    Integer removed = model.remove(key);
                    assertThat(map.remove(key)).isEqualTo(removed == null ? -1 : removed);
                }
                default -> assertThat(map.get(key)).isEqualTo(model.getOrDefault(key, -1));
            }
            assertThat(map.size()).as("seed %s step %s", seed, i).isEqualTo(model.size());
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }
}
