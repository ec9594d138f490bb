package dev.hira.sim.lower.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.lower.Texts;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checks the code that the passes must leave alone. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class CleanupPassesTest {
    @Test
    void shouldKeepACopyThatIsReadBeforeItIsMadeAgain() {
        assertThat(
                        Texts.listing(
                                """
                                loop: ld.global.u32 %r1, [%rd1];
                                st.global.u32 [%rd2], %r2;
                                mov.u32 %r2, %r1;
                                setp.lt.s32 %p1, %r2, 9;
                                @%p1 bra loop;
                                """))
                .contains("store.global.u32 [%rd2], %r2")
                .contains("%r2 = %r1");
    }

    @Test
    void shouldFollowLongChainsOfMovesAndJumps() {
        StringBuilder body = new StringBuilder(".reg .b32 %v<5001>;\n");
        body.append("ld.global.u32 %v0, [%rd1];\n@%p1 bra l0;\n");
        for (int i = 0; i < 5_000; i++) {
            body.append("mov.u32 %v" + (i + 1) + ", %v" + i + ";\n");
        }
        body.append("st.global.u32 [%rd2], %v5000;\nret;\n");
        for (int i = 0; i < 5_000; i++) {
            body.append("l" + i + ": bra l" + (i + 1) + ";\n");
        }
        assertThat(Texts.listing(body + "l5000: ret;\n"))
                .contains("store.global.u32 [%rd2], %v0")
                .hasLineCount(8);
    }

    @Test
    void shouldKeepACopyOfARegisterThatChanges() {
        assertThat(
                        Texts.listing(
                                """
                                ld.global.u32 %r1, [%rd1];
                                mov.u32 %r2, %r1;
                                add.s32 %r1, %r1, 1;
                                st.global.v2.u32 [%rd2], {%r1, %r2};
                                """))
                .contains("%r2 = %r1")
                .contains("%r1, %r2");
    }

    @Test
    void shouldKeepAConstantThatIsOneOfSeveralValues() {
        assertThat(
                        Texts.listing(
                                """
                                mov.u32 %r1, 5;
                                @%p1 mov.u32 %r1, 6;
                                st.global.u32 [%rd2], %r1;
                                """))
                .contains("%r1 = 5")
                .contains("if %p1: %r1 = 6")
                .contains("store.global.u32 [%rd2], %r1");
    }

    @Test
    void shouldReadClocksWhenTheTextDoes() {
        assertThat(
                        Texts.listing(
                                """
                                mov.u32 %r1, %clock;
                                bar.sync 0;
                                mov.u32 %r2, %clock;
                                sub.s32 %r3, %r2, %r1;
                                st.global.u32 [%rd1], %r3;
                                """))
                .contains("%r1 = clock\nstop 0")
                .contains("%r2 = clock\n%r3 = subB32(%r2, %r1)");
    }

    @Test
    void shouldNotComputeIntoARegisterThatIsStillRead() {
        assertThat(
                        Texts.listing(
                                """
                                add.s32 %r3, %r1, 1;
                                st.global.u32 [%rd1], %r2;
                                mov.u32 %r2, %r3;
                                add.s32 %r2, %r2, %r2;
                                st.global.u32 [%rd1], %r2;
                                """))
                .contains("%r3 = addB32(%r1, 1)\nstore.global.u32 [%rd1], %r2");
    }

    @Test
    void shouldKeepLoadsThatMayFault() {
        assertThat(Texts.listing("ld.global.u32 %r1, [%rd1]; ld.param.u64 %rd2, [p];"))
                .isEqualTo("block 0:\n_ = load.global.u32 [%rd1]\nreturn");
    }

    @Test
    void shouldDropStepsThatOnlyFeedThemselves() {
        assertThat(
                        Texts.listing(
                                """
                                loop: add.s32 %r1, %r1, 1;
                                add.s32 %r2, %r2, %r1;
                                bar.sync 0;
                                bra loop;
                                """))
                .doesNotContain("%r1")
                .doesNotContain("%r2");
    }
}
