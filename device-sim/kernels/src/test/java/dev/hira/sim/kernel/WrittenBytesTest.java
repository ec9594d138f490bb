package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the set, and views of it, with plain bits. */
final class WrittenBytesTest {
    private static final long BASE = 0x7_0000_0000L;
    private static final int BYTES = 1 << 19;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldContainWhatWasAddedAndNotRemovedSince(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WrittenBytes written = new WrittenBytes();
        WrittenBytes.View one = written.view();
        WrittenBytes.View other = written.view();
        BitSet model = new BitSet();
        for (int step = 0; step < 20_000; step++) {
            int bytes = 1 << random.nextInt(7);
            int at = random.nextInt(BYTES / bytes) * bytes;
            int length = random.nextInt(BYTES - at);
            String where = "seed %d, step %d".formatted(seed, step);
            switch (random.nextInt(8)) {
                case 0 -> {
                    if (random.nextInt(50) == 0) {
                        written.remove(BASE + at, length);
                        model.clear(at, at + length);
                    }
                }
                case 1 -> {
                    if (random.nextInt(50) == 0) {
                        written.add(BASE + at, length);
                        model.set(at, at + length);
                    }
                }
                case 2 -> {
                    one.add(BASE + at, bytes);
                    model.set(at, at + bytes);
                }
                case 3 -> {
                    other.add(BASE + at, bytes);
                    model.set(at, at + bytes);
                }
                default -> {
                    boolean all = model.nextClearBit(at) >= at + bytes;
                    boolean any = model.nextSetBit(at) >= 0 && model.nextSetBit(at) < at + bytes;
                    assertThat(one.contains(BASE + at, bytes)).as(where).isEqualTo(all);
                    assertThat(other.contains(BASE + at, bytes)).as(where).isEqualTo(all);
                    assertThat(written.contains(BASE + at, bytes)).as(where).isEqualTo(all);
                    assertThat(written.touches(BASE + at, bytes)).as(where).isEqualTo(any);
                }
            }
        }
    }
}
