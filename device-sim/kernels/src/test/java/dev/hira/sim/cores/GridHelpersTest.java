package dev.hira.sim.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class GridHelpersTest {
    private final GridHelpers helpers = new GridHelpers();
    private final AtomicInteger begun = new AtomicInteger();

    @Test
    void shouldCountHelpersThatFail() {
        for (int i = 0; i < 3; i++) {
            helpers.bring(() -> {
                begun.incrementAndGet();
                throw new IllegalStateException("A helper fails, as this test wants it.");
            });
        }
        helpers.awaitAll();
        assertThat(begun).hasValue(3);
    }

    @Test
    void shouldRunNoWorkWhenTheGridIsOver() {
        helpers.work(begun::incrementAndGet);
        helpers.close();
        helpers.work(begun::incrementAndGet);
        helpers.awaitWorking();
        assertThat(begun).hasValue(1);
        assertThat(helpers.closed()).isTrue();
    }
}
