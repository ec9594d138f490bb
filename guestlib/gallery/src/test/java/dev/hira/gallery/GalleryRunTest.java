package dev.hira.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A program without kernels that fills a buffer and counts its launches. */
class GalleryRunTest {
    private final Gpu gpu = Gpu.connect("sim:");
    private final Deque<Long> clock = new ArrayDeque<>();
    private int resets;
    private int launches;

    @AfterEach
    void close() {
        gpu.close();
    }

    private final class Filling implements GalleryProgram, Workload {
        private final int value;
        private GpuInts data;

        @SuppressWarnings("NullAway") // prepared before anything else
        Filling(int value) {
            this.value = value;
        }

        @Override
        public Card card() {
            return new Card("filling", "Fills a buffer with sevens.", "elements", 100, 10);
        }

        @Override
        public Workload prepare(Workbench bench) {
            data = bench.ints(bench.size());
            return this;
        }

        @Override
        public void reset(GpuStream stream) {
            resets++;
            data.fill(0, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            launches++;
            data.fill(value, stream);
        }

        @Override
        public void computeInJava() {}

        @Override
        public Comparison compare() {
            int[] sevens = new int[(int) data.length()];
            Arrays.fill(sevens, 7);
            return Comparison.exact(sevens, data.download());
        }
    }

    private GalleryResult run(GalleryProgram program, int repeats, Long... nanos) {
        clock.addAll(List.of(nanos));
        return new GalleryRun(program, repeats, clock::pop).on(gpu, Architecture.SM_75, 20, 1);
    }

    @Test
    void shouldRepeatAndReportTheMedian() {
        GalleryResult result =
                run(new Filling(7), 3, 0L, 5_000_000L, 0L, 1_000_000L, 0L, 2_000_000L);

        assertThat(result.passed()).isTrue();
        assertThat(result.javaMillis()).isEqualTo(2);
        assertThat(result.kernelMillis()).isNotNegative();
        assertThat(resets).isEqualTo(3);
        assertThat(launches).isEqualTo(3);
        assertThat(result.verdict())
                .contains(
                        "filling",
                        "OK",
                        "plain Java 2.000 ms (median of 3)",
                        "20 checked, all equal");
    }

    @Test
    void shouldReportTheDifferences() {
        GalleryResult result = run(new Filling(8), 1, 0L, 0L);

        assertThat(result.passed()).isFalse();
        assertThat(result.verdict())
                .contains("FAILED", "20 wrong", "element 0 is 8.0 where 7.0 was expected")
                .doesNotContain("median");
    }

    @Test
    void shouldReleaseEverythingAfterwards() {
        long before = gpu.memory().free();
        run(new Filling(7), 1, 0L, 0L);

        assertThat(gpu.memory().free()).isEqualTo(before);
    }

    @Test
    void shouldRefuseSizesThatAProgramCannotWorkOn() {
        assertThatThrownBy(() -> Gallery.named("matmul").run(gpu, 17, 1))
                .hasMessage("the size must be a multiple of 16, not 17");
        assertThatThrownBy(() -> Gallery.named("bitonic-sort").run(gpu, 1000, 1))
                .hasMessage("the size must be a power of two, not 1000");
        assertThatThrownBy(() -> Gallery.named("stencil-2d").run(gpu, 2, 1))
                .hasMessage("the size must be at least 3, not 2");
        assertThatThrownBy(() -> Gallery.named("transpose").run(gpu, 1 << 20, 1))
                .hasMessageContaining("more than an array can hold; choose a smaller size");
        assertThatThrownBy(() -> Gallery.named("saxpy").run(gpu, 0, 1))
                .hasMessage("a problem cannot have the size 0; it must be at least 1");
        assertThatThrownBy(() -> new GalleryRun(new Filling(7), 0, () -> 0))
                .hasMessageContaining("cannot be repeated 0 times");
    }
}
