package dev.hira.sim.ptx;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ptx.text.PtxException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks that mutated modules are either parsed or refused, with no other outcome. */
@Timeout(value = 240, unit = TimeUnit.SECONDS)
final class PtxFuzzTest {
    private static final int MUTANTS = 25_000;
    private static final long SEED = 20_261_121;
    private static final List<String> PIECES =
            List.of(
                    "{",
                    "}",
                    "(",
                    ")",
                    "[",
                    "]",
                    ";",
                    ",",
                    ".",
                    "\"",
                    "/*",
                    "*/",
                    "//",
                    "@",
                    "!",
                    "%",
                    "<",
                    ">",
                    "=",
                    "-",
                    "0x",
                    "0f",
                    "1e999",
                    "99999999999999999999",
                    ".reg",
                    ".entry",
                    ".param",
                    ".shared",
                    ".global",
                    ".align",
                    ".v4",
                    ".b8",
                    "generic(",
                    "((((((((",
                    "{{{{{{{{",
                    "~-~-~-",
                    "::",
                    "\0",
                    "\u20ac",
                    "1/0",
                    "[1099511627776]");

    private final Random random = new Random(SEED);

    private String mutant(List<String> seeds) {
        StringBuilder text = new StringBuilder(seeds.get(random.nextInt(seeds.size())));
        for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            int end = Math.min(text.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> text.delete(at, end);
                case 1 -> text.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> text.setCharAt(at, (char) random.nextInt(128));
                case 3 -> text.insert(random.nextInt(text.length()), text.substring(at, end));
                default -> text.setLength(Math.max(1, at));
            }
        }
        return text.toString();
    }

    @Test
    void shouldParseOrRefuseAnyText() {
        List<String> seeds =
                Kernels.names().stream()
                        .map(Kernels::text)
                        .filter(text -> text.length() < 5_000)
                        .toList();
        int refused = 0;
        for (int i = 0; i < MUTANTS; i++) {
            String text = mutant(seeds);
            try {
                PtxModule.parse(text).check();
            } catch (PtxException expected) {
                assertThat(expected.errors()).isNotEmpty().hasSizeLessThanOrEqualTo(20);
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError broken) {
                throw new AssertionError("Seed " + SEED + ", mutant " + i + ":\n" + text, broken);
            }
        }
        assertThat(refused).as("refused mutants of seed " + SEED).isBetween(MUTANTS / 3, MUTANTS);
    }

    @Test
    void shouldRefuseNestingThatWouldOverflowTheStack() {
        for (String open : List.of("{", "(", "[", "-", "~", "!", "1?", "0xFF(")) {
            for (String place : List.of("x = ", "", "mov.b32 %r1, ", ".reg .b32 ")) {
                String deep = place + open.repeat(100_000);
                refuses(Kernels.around(deep));
                refuses(".version 9.0\n.target sm_75\n.global .b32 y = " + deep);
            }
        }
    }

    private static void refuses(String text) {
        try {
            PtxModule.parse(text).check();
        } catch (PtxException expected) {
            return;
        }
        throw new AssertionError("Read without an error: " + text.substring(0, 200));
    }
}
