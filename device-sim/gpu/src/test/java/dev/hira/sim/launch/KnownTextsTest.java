package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class KnownTextsTest {
    private static final String TEXT = KernelFixture.HEAD + ".visible .entry k() { ret; }\n";
    private static final ModuleCode CODE = ModuleCode.of(TEXT, new Tiers(List.of()));

    private final KnownTexts known = new KnownTexts(16 << 20);

    @Test
    void shouldKeepFewLongTexts() {
        for (int i = 0; i < 20; i++) {
            known.keep(i + " ".repeat(1_000_000), CODE);
        }
        assertThat(known.size()).isEqualTo(16);
        assertThat(known.find("3" + " ".repeat(1_000_000))).isNull();
        assertThat(known.find("4" + " ".repeat(1_000_000))).isSameAs(CODE);
    }

    @Test
    void shouldKeepThoseThatAreUsed() {
        known.keep(TEXT, CODE);
        for (int i = 0; i < 100; i++) {
            known.keep(TEXT + i, CODE);
            assertThat(known.find(TEXT)).isSameAs(CODE);
        }
        assertThat(known.size()).isEqualTo(64);
        assertThat(known.find(TEXT + 36)).isNull();
        assertThat(known.find(TEXT + 37)).isNotNull();
    }
}
