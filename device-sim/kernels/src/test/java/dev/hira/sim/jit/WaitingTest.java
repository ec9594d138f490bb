package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Threads that wait for writes of other threads of their block. */
final class WaitingTest {
    @Test
    void shouldLetOthersRunWhileAThreadWaitsForAFlag() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        ".shared .align 4 .b32 turn;\n",
                                        """
                                        mov.u32 %r10, 31; sub.u32 %r10, %r10, %r2;
                                        WAIT: ld.volatile.shared.u32 %r11, [turn];
                                        setp.ne.u32 %p1, %r11, %r10; @%p1 bra WAIT;
                                        st.global.u32 [%rd5], %r11;
                                        add.u32 %r11, %r11, 1; st.volatile.shared.u32 [turn], %r11;
                                        ret;
                                        """),
                                "test")
                        .polling()
                        .agree(0);
        assertThat(result.result(0)).isEqualTo(31);
    }

    @Test
    void shouldLetThreadsTakeALockOneAfterAnother() {
        JitFixture.kernel(
                        JitFixture.entry(
                                ".shared .align 4 .b32 lock;\n.shared .align 4 .b32 count;\n",
                                """
                                LOCK: atom.shared.cas.b32 %r10, [lock], 0, 1;
                                setp.ne.u32 %p1, %r10, 0; @%p1 bra LOCK;
                                ld.shared.u32 %r11, [count];
                                add.u32 %r11, %r11, 1; st.shared.u32 [count], %r11;
                                atom.shared.exch.b32 %r12, [lock], 0;
                                st.global.u32 [%rd5], %r12; ret;
                                """),
                        "test")
                .blocks(2, 64)
                .polling()
                .agree(0);
    }
}
