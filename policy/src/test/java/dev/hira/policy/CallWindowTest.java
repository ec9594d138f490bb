package dev.hira.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallWindowTest {
    private final CallWindow<String> window = new CallWindow<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldHoldWhatAMapHolds(long seed) {
        Random random = new Random(seed);
        Map<Long, String> map = new TreeMap<>();
        long call = 0;
        int most = 1 << (3 + seed);
        for (int i = 0; i < 30_000; i++) {
            if (map.size() < most && random.nextInt(100) < 52) {
                call += 1 + random.nextInt(4);
                window.add(call, "v" + i);
                map.put(call, "v" + i);
            } else {
                long other = other(random, map, call);
                assertThat(window.get(other)).as("seed %s", seed).isEqualTo(map.get(other));
                assertThat(window.remove(other)).as("seed %s", seed).isEqualTo(map.remove(other));
            }
            assertThat(window.size()).isEqualTo(map.size());
        }
        assertThat(window.values()).as("seed %s", seed).containsExactlyElementsOf(map.values());
        window.clear();
        assertThat(window.values()).isEmpty();
        assertThat(window.size()).isZero();
    }

    /** Returns mostly the oldest call, sometimes any, sometimes one that may not exist. */
    private static long other(Random random, Map<Long, String> map, long latest) {
        if (map.isEmpty() || random.nextInt(10) == 0) {
            return random.nextLong(latest + 2);
        }
        List<Long> keys = new ArrayList<>(map.keySet());
        return random.nextInt(10) < 7 ? keys.getFirst() : keys.get(random.nextInt(keys.size()));
    }

    @Test
    void shouldStaySmallBehindACallThatDoesNotEnd() {
        window.add(0, "stays");
        for (int call = 1; call <= 1_000_000; call++) {
            window.add(call, "goes");
            assertThat(window.remove(call)).isEqualTo("goes");
        }
        assertThat(window.values()).containsExactly("stays");
        assertThat(window.get(0)).isEqualTo("stays");
        assertThat(window.capacity()).isLessThanOrEqualTo(16);
    }

    @Test
    void shouldGiveUpLargeArraysWhenEmpty() {
        for (int round = 0; round < 3; round++) {
            for (int call = 0; call < 5_000; call++) {
                window.add(round * 5_000L + call, "v");
            }
            assertThat(window.capacity()).isEqualTo(8_192);
            for (int call = 4_999; call >= 0; call--) {
                assertThat(window.remove(round * 5_000L + call)).isEqualTo("v");
            }
            assertThat(window.capacity()).isEqualTo(16);
        }
    }

    @Test
    void shouldRefuseNumbersThatDoNotRise() {
        window.add(7, "seven");
        assertThatIllegalArgumentException().isThrownBy(() -> window.add(7, "again"));
        assertThatIllegalArgumentException().isThrownBy(() -> window.add(6, "before"));
        assertThat(window.get(7)).isEqualTo("seven");
    }
}
