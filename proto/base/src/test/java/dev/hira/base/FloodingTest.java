package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that keys crafted by a guest are found as quickly as any others. */
final class FloodingTest {
    private static final int KEYS = 20_000;

    /** With twice as many slots as keys, searches of random keys visit at most about 40 slots. */
    private static final int LONGEST = 200;

    private static final long SALT = 0x5DEECE66DB0B1E5L;

    /** Keys that collide under a hash that a guest knows. */
    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    enum Crafted {
        FOR_A_MULTIPLIER(i -> i * inverse(0x9E3779B97F4A7C15L)),
        FOR_TWO_ROUNDS_WITHOUT_SALT(i -> unmixed(i << 20)),
        IN_THE_UPPER_HALF(i -> i << 40),
        IN_BOTH_HALVES(i -> i << 32 | i),
        IN_STEPS_OF_A_PAGE(i -> 0x7F00_0000_0000L + (i << 12));

        private final LongUnaryOperator key;

        Crafted(LongUnaryOperator key) {
            this.key = key;
        }

        private static long inverse(long odd) {
            long inverse = odd;
            for (int i = 0; i < 6; i++) {
                inverse *= 2 - odd * inverse;
            }
            return inverse;
        }

        private static long unmixed(long hash) {
            long back = inverse(0xd6e8feb86659fd93L);
            long h = (hash ^ (hash >>> 32)) * back;
            h = (h ^ (h >>> 32)) * back;
            return h ^ (h >>> 32);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindCraftedKeysAfterAFewSteps(Crafted crafted) {
        LongIntMap map = new LongIntMap(SALT);
        for (int i = 1; i <= KEYS; i++) {
            map.put(crafted.key.applyAsLong(i), i);
        }
        assertThat(map.size()).isEqualTo(KEYS);
        assertThat(map.longestSearch()).isLessThan(LONGEST);
    }

    @ParameterizedTest
    @EnumSource
    void shouldPlaceTheSameKeysElsewhereInEachTable(Crafted crafted) {
        int same = 0;
        long salt = SaltedHash.newSalt();
        long other = SaltedHash.newSalt();
        for (int i = 1; i <= KEYS; i++) {
            long key = crafted.key.applyAsLong(i);
            int mask = (1 << 16) - 1;
            same += SaltedHash.slot(key, salt, mask) == SaltedHash.slot(key, other, mask) ? 1 : 0;
        }
        assertThat(same).isLessThan(100);
    }
}
