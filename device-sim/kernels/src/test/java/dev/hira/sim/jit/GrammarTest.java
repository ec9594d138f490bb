package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Spellings that ptxas accepts and compilers seldom write, in all engines. */
final class GrammarTest {
    private static final String SWAP =
            """
            .func (.reg .v2 .u32 r) swap(.reg .v2 .u32 a, .reg .u32 more) {
                add.u32 r.x, a.y, more; mov.u32 r.y, a.x; ret;
            }
            """;

    @Test
    void shouldPassVectorRegistersToFunctionsAndBack() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        SWAP,
                                        """
                                        .reg .v2 .u32 %v; .reg .v2 .u32 %w;
                                        mov.u32 %v.x, 3; mov.u32 %v.y, %r5;
                                        call (%v), swap, (%v, 100); call (%w), swap, (%v, 0);
                                        add.u32 %r10, %v.x, %w.x; st.global.u32 [%rd5], %r10; ret;
                                        """),
                                "test")
                        .agree(0);
        assertThat(result.result(9)).isEqualTo(9 + 100 + 3);
    }

    @Test
    void shouldPassVectorRegistersThroughPointers() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        SWAP,
                                        """
                                        .reg .v2 .u32 %v; mov.u64 %rd10, swap;
                                        mov.u32 %v.x, 3; mov.u32 %v.y, %r5;
                                        shape: .callprototype (.reg .v2 .u32 _) _
                                            (.reg .v2 .u32 _, .reg .u32 _);
                                        call (%v), %rd10, (%v, 100), shape;
                                        st.global.u32 [%rd5], %v.x; ret;
                                        """),
                                "test")
                        .agree(0);
        assertThat(result.result(9)).isEqualTo(9 + 100);
    }

    @Test
    void shouldAddAConstantToARegisterThatIsASource() {
        JitFixture.Result result =
                JitFixture.body(
                                """
                                cvt.u64.u32 %rd10, %r5; st.global.u64 [%rd2], %rd10 + 7;
                                st.global.u32 [%rd2+8], %r5 - 2;
                                st.global.u8 [%rd2+12], %r5 + 258; ret;
                                """)
                        .blocks(1, 1)
                        .agree(0);
        assertThat(result.result(0)).isEqualTo(7);
        assertThat(result.result(2)).isEqualTo(-2);
        assertThat(result.result(3)).isEqualTo(2);
    }
}
