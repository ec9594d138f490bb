package dev.hira.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.kernel.LaunchShape;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MomentsTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1",
        "1, 1, 1, 1024",
        "2, 1, 1, 33",
        "1000, 3, 1, 1024",
        "2147483647, 1, 1, 1024"
    })
    void shouldKeepWhatItPacks(int gridX, int gridY, int gridZ, int threads) {
        LaunchShape shape = new LaunchShape(gridX, gridY, gridZ, threads, 1, 1, 0, false);
        Moments moments = new Moments(shape);
        long lastBlock = shape.blocks() - 1;
        for (long block : new long[] {0, lastBlock / 2, lastBlock}) {
            for (int thread : new int[] {0, threads / 2, threads - 1}) {
                for (long time : new long[] {1, 2, 1 << 20}) {
                    long moment = moments.of(block, time, thread);
                    assertThat(moment).isNotZero();
                    assertThat(moments.block(moment)).isEqualTo(block);
                    assertThat(moments.time(moment)).isEqualTo(time);
                    assertThat(moments.thread(moment)).isEqualTo(thread);
                    assertThat(moments.meeting(moment))
                            .isEqualTo(moments.meeting(moments.of(block, time, 0)));
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "2147483647, 1, 1024", "2147483647, 4096, 1024"})
    void shouldTakeTimesThatDoNotFitForTheLastOne(int gridX, int gridY, int threads) {
        LaunchShape shape = new LaunchShape(gridX, gridY, 1, threads, 1, 1, 0, false);
        long blocks = shape.blocks();
        Moments moments = new Moments(shape);
        long last = moments.of(blocks - 1, Long.MAX_VALUE, threads - 1);
        assertThat(moments.block(last)).isEqualTo(blocks - 1);
        assertThat(moments.thread(last)).isEqualTo(threads - 1);
        assertThat(moments.of(blocks - 1, moments.time(last) + 1, threads - 1)).isEqualTo(last);
        assertThat(moments.of(blocks - 1, moments.time(last) - 1, threads - 1)).isNotEqualTo(last);
    }
}
