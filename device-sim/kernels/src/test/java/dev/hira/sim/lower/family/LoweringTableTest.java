package dev.hira.sim.lower.family;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.lower.Texts;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares the lowering of each family with reviewed files: text, a line of dashes, listing. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class LoweringTableTest {
    record Case(String family, String name, String body, String listing) {
        @Override
        public String toString() {
            return family + ": " + name;
        }
    }

    static List<Case> cases() {
        return Texts.files(Texts.GOLDEN.resolve("lower"), ".txt").stream()
                .flatMap(LoweringTableTest::cases)
                .toList();
    }

    private static Stream<Case> cases(Path file) {
        String family = file.getFileName().toString().replace(".txt", "");
        return Stream.of(Texts.read(file).split("(?m)^=== "))
                .filter(text -> !text.isBlank())
                .map(text -> {
                    String[] halves = text.split("(?m)^---\n", 2);
                    int line = halves[0].indexOf('\n');
                    return new Case(
                            family,
                            halves[0].substring(0, line),
                            halves[0].substring(line + 1),
                            halves[1].strip());
                });
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldLowerAsReviewed(Case reviewed) {
        assertThat(Texts.listing(reviewed.body)).isEqualTo(reviewed.listing);
    }

    @Test
    void shouldHaveCasesOfAllFamilies() {
        assertThat(cases()).extracting(Case::family).contains("moves", "calls", "meetings");
        assertThat(cases()).hasSizeGreaterThan(70);
    }
}
