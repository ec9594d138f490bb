package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests 128-bit values that many blocks change. */
final class LongPairKernelsTest extends KernelFixture {
    private static final int BLOCKS = 64;
    private static final int THREADS = 32;

    /** Counts up in the lower half and down in the upper one. */
    private static final String COUNT =
            """
            .visible .entry count(.param .u64 place) {
                .reg .pred %p; .reg .b64 %rd<9>; .reg .b128 %q<4>;
                ld.param.u64 %rd1, [place];
                ld.relaxed.gpu.global.b128 %q1, [%rd1];
            AGAIN:
                mov.b128 {%rd2, %rd3}, %q1;
                add.u64 %rd4, %rd2, 1; sub.u64 %rd5, %rd3, 1;
                mov.b128 %q2, {%rd4, %rd5};
                atom.relaxed.gpu.global.cas.b128 %q1, [%rd1], %q1, %q2;
                mov.b128 {%rd6, %rd7}, %q1;
                xor.b64 %rd6, %rd6, %rd2; xor.b64 %rd7, %rd7, %rd3; or.b64 %rd6, %rd6, %rd7;
                setp.ne.u64 %p, %rd6, 0;
                @%p bra AGAIN;
                ret;
            }
            """;

    @Test
    void shouldNeverChangeByHalves() {
        long place = ints(0, 0, 0, 0);
        run(kernel(COUNT, "count"), BLOCKS, THREADS, place);
        int all = BLOCKS * THREADS;
        assertThat(ints(place, 4)).containsExactly(all, 0, -all, -1);
    }
}
