package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the tables with {@link HashMap} under random operations. */
final class LongMapsTest {
    private static final int STEPS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldHoldTheObjectsThatAHashMapHolds(long seed) {
        Random random = new Random(seed);
        LongMap<String> map = new LongMap<>(random.nextLong());
        Map<Long, String> model = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            long key = key(random, seed);
            if (random.nextInt(3) == 0) {
                assertThat(map.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
            } else {
                map.put(key, "v" + step);
                model.put(key, "v" + step);
            }
            long other = key(random, seed);
            assertThat(map.get(other)).as("seed %s", seed).isEqualTo(model.get(other));
            assertThat(map.size()).isEqualTo(model.size());
        }
        List<String> values = new ArrayList<>();
        map.forEach(values::add);
        assertThat(values).containsExactlyInAnyOrderElementsOf(model.values());
        map.clear();
        assertThat(map.size()).isZero();
        model.keySet().forEach(key -> assertThat(map.get(key)).isNull());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldHoldTheIntsThatAHashMapHolds(long seed) {
        Random random = new Random(seed);
        LongIntMap map = new LongIntMap(random.nextLong());
        Map<Long, Integer> model = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            long key = key(random, seed);
            if (random.nextInt(3) == 0) {
                Integer removed = model.remove(key);
                assertThat(map.remove(key)).isEqualTo(removed == null ? -1 : removed);
            } else {
                map.put(key, step);
                model.put(key, step);
            }
            long other = key(random, seed);
            assertThat(map.contains(other)).isEqualTo(model.containsKey(other));
            assertThat(map.get(other)).as("seed %s", seed).isEqualTo(model.getOrDefault(other, -1));
            assertThat(map.size()).isEqualTo(model.size());
        }
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldShareTheObjectsThatAHashMapHolds(long seed) {
        Random random = new Random(seed);
        SharedLongMap<String> map = new SharedLongMap<>(random.nextLong());
        Map<Long, String> model = new HashMap<>();
        for (int step = 0; step < STEPS; step++) {
            long key = key(random, seed);
            String value = "v" + step;
            if (random.nextBoolean()) {
                boolean entered = key != 0 && model.putIfAbsent(key, value) == null;
                assertThat(map.putIfAbsent(key, value)).as("seed %s", seed).isEqualTo(entered);
            } else {
                assertThat(map.remove(key)).as("seed %s", seed).isEqualTo(model.remove(key));
            }
            long other = key(random, seed);
            assertThat(map.get(other)).isEqualTo(model.get(other));
            assertThat(map.size()).isEqualTo(model.size());
        }
        assertThat(map.values()).containsExactlyInAnyOrderElementsOf(model.values());
        List<String> removed = map.removeIf(value -> value.endsWith("7"));
        assertThat(removed).allMatch(value -> value.endsWith("7"));
        assertThat(removed).hasSize(model.size() - map.size());
        model.values().removeIf(value -> value.endsWith("7"));
        assertThat(map.size()).isEqualTo(model.size());
        model.forEach((key, value) -> assertThat(map.get(key)).isEqualTo(value));
    }

    private static long key(Random random, long seed) {
        return random.nextInt(1 << (2 * seed)) * (seed % 2 == 0 ? 1L : 0x1_0000_0001L);
    }
}
