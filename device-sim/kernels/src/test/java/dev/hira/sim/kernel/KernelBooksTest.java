package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KernelBooksTest {
    private final KernelBooks books = new KernelBooks();

    @Test
    void shouldAddUpTheLaunchesOfAKernel() {
        books.enter("k", "scalar", "preferred", 3);
        books.enter("k", "scalar", "preferred", 4);
        assertThat(books.statistics())
                .containsExactly(new KernelStatistics("k", "scalar", "preferred", 2, 7));
    }

    @Test
    void shouldKeepTheBeginningsOfLongNames() {
        books.enter("k".repeat(100_000), "scalar", "preferred", 1);
        assertThat(books.statistics().getFirst().kernel()).isEqualTo("k".repeat(256));
    }

    @Test
    void shouldMakeRoomForNewKernels() {
        for (int i = 0; i < 5000; i++) {
            books.enter("k" + i, "scalar", "preferred", 1);
            books.enter("used", "scalar", "preferred", 1);
        }
        assertThat(books.statistics())
                .hasSize(4096)
                .extracting(KernelStatistics::kernel)
                .contains("used", "k4999", "k905")
                .doesNotContain("k904");
    }
}
