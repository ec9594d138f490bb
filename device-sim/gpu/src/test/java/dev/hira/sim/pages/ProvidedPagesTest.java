package dev.hira.sim.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ProvidedPagesTest {
    private static final int PAGE = PageTracker.PAGE;

    @Test
    void shouldTakeAllPagesForProvidedWhenTheSystemDoesNotTell(@TempDir Path folder)
            throws IOException {
        Path shortMap = Files.write(folder.resolve("short"), new byte[8]);
        try (Arena arena = Arena.ofConfined();
                ProvidedPages none = ProvidedPages.open(folder.resolve("missing"));
                ProvidedPages cut = ProvidedPages.open(shortMap)) {
            long address = arena.allocate(4L * PAGE, PAGE).address();
            assertThat(none.provided(address, 3).cardinality()).isEqualTo(3);
            assertThat(cut.provided(0, 3).cardinality()).isEqualTo(3);
            assertThat(cut.provided(0, 1).cardinality()).isZero();
        }
    }
}
