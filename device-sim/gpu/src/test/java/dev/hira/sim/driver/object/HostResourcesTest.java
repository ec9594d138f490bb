package dev.hira.sim.driver.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.cores.Footprint;
import dev.hira.sim.cores.HostResources;
import org.junit.jupiter.api.Test;

/**
 * Tests that the default limits together leave a part of the heap to the host: a quarter for
 * reading modules, an eighth for keeping them, a quarter for running kernels, an eighth for copies
 * read ahead, and a sixteenth for the code of known texts.
 */
final class HostResourcesTest {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    @Test
    void shouldReadAndKeepModulesInThreeEighthsOfTheHeap() {
        HostLimits limits = HostLimits.usual();
        assertThat(64 * limits.readingText()).isLessThanOrEqualTo(HEAP / 4);
        assertThat(16 * limits.allModules()).isLessThanOrEqualTo(HEAP / 8);
    }

    @Test
    void shouldReadCopiesAheadInAnEighthOfTheHeap() {
        assertThat(StagingBudget.ofHost().take(HEAP / 8 + 1)).isFalse();
    }

    @Test
    void shouldRunKernelsInAQuarterOfTheHeap() {
        assertThat(HostResources.ofHost().allow(new Footprint(0, HEAP / 4, 0))).isTrue();
        assertThat(HostResources.ofHost().allow(new Footprint(0, HEAP / 4 + 1, 0))).isFalse();
    }
}
