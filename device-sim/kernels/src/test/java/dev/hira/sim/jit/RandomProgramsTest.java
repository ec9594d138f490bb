package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random kernels, given by their seeds, leave the same memory in both engines. */
final class RandomProgramsTest {
    private static final String BEFORE =
            """
            .shared .align 4 .b32 cells[64];
            .shared .align 4 .b32 sum;
            .shared .align 8 .b64 phases;
            """;

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAgreeWithTheInterpreter(long seed) {
        String body = ".local .align 16 .b8 stack[128]; .reg .b128 %q<4>;\n" + RandomBody.of(seed);
        JitFixture.Result result =
                JitFixture.kernel(JitFixture.entry(BEFORE, body), "test")
                        .blocks(2, 64)
                        .polling()
                        .agree(0);
        assertThat(result.fault()).isNull();
    }
}
