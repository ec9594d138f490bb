package dev.hira.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests readers concurrent with a writer. */
final class SharedReadersTest {
    @Test
    void shouldShowReadersOnlyValuesOfTheKeyThatTheyAskFor() throws Exception {
        SharedLongMap<Long> map = new SharedLongMap<>(7);
        for (long key = 1; key <= 50; key++) {
            map.putIfAbsent(key, key);
        }
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong wrong = new AtomicLong();
        Thread reader =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!done.get()) {
                                for (long key = 1; key <= 600; key++) {
                                    Long value = map.get(key);
                                    if (value == null ? key <= 50 : value != key) {
                                        wrong.incrementAndGet();
                                    }
                                }
                            }
                        });
        for (int round = 0; round < 300; round++) {
            for (long key = 51; key <= 600; key++) {
                map.putIfAbsent(key, key);
            }
            map.removeIf(value -> value > 50);
        }
        done.set(true);
        reader.join();
        assertThat(wrong.get()).isZero();
    }
}
