package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.lower.build.LoweringException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Kernels with very many accesses of shared memory, branches or moves are lowered in a time that
 * does not grow with the square of their size, to programs that are still right.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LargeWarpsInStepTest {
    private static final int MANY = 40_000;
    private static final int THREADS = 32;
    private static final String TILES =
            ".shared .align 4 .b32 tile[256]; .shared .align 4 .b32 other[256];\n";

    /** The addresses of the thread's own element and of its neighbour's. */
    private static final String OWN =
            """
            mov.u32 %r10, tile; shl.b32 %r11, %r2, 2; add.u32 %r12, %r10, %r11;
            xor.b32 %r13, %r2, 1; shl.b32 %r13, %r13, 2; add.u32 %r13, %r10, %r13;
            """;

    private static final String LEAVE = "\nst.global.u32 [%rd5], %r50; ret;";

    private static JitFixture kernel(String body) {
        return JitFixture.kernel(JitFixture.entry(TILES, OWN + body), "test").blocks(1, THREADS);
    }

    private static long meetings(JitFixture kernel) {
        return kernel.program.stops().stream()
                .filter(stop -> stop.meeting() instanceof Meeting.InStep)
                .count();
    }

    private static void check(JitFixture kernel, IntUnaryOperator expected) {
        JitFixture.Result result = kernel.run(Interpreter.of(kernel.program), 0);
        assertThat(result.fault()).isNull();
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(result.result(thread))
                    .as("thread %d", thread)
                    .isEqualTo(expected.applyAsInt(thread));
        }
    }

    @Test
    void shouldOrderManyStores() {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < MANY; i++) {
            body.append("st.shared.u32 [%r12+").append(128 * (i % 4)).append("], %r2;\n");
        }
        JitFixture kernel = kernel(body + "ld.shared.u32 %r50, [%r13+384];" + LEAVE);
        assertThat(meetings(kernel)).isBetween(1L, MANY / 64L);
        check(kernel, thread -> thread ^ 1);
    }

    @Test
    void shouldOrderManyStoresThroughARegisterThatChanges() {
        StringBuilder body = new StringBuilder("mov.u32 %r20, %r12;\n");
        for (int i = 0; i < MANY / 2; i++) {
            body.append("xor.b32 %r20, %r20, 128; st.shared.u32 [%r20], %r2;\n");
        }
        check(kernel(body + "ld.shared.u32 %r50, [%r13];" + LEAVE), thread -> thread ^ 1);
    }

    @Test
    void shouldOrderManyLoadsAndAStore() {
        StringBuilder body = new StringBuilder("st.shared.u32 [%r12], %r2; mov.u32 %r50, 0;\n");
        for (int i = 0; i < MANY; i++) {
            body.append("ld.shared.u32 %r20, [%r13];\n");
            body.append(i % 100 == 0 ? "add.u32 %r50, %r50, %r20;\n" : "");
        }
        JitFixture kernel =
                kernel(
                        body
                                + """
                                st.shared.u32 [%r12], 1000; ld.shared.u32 %r20, [%r13];
                                add.u32 %r50, %r50, %r20;
                                """
                                + LEAVE);
        assertThat(meetings(kernel)).isBetween(3L, 8L);
        check(kernel, thread -> MANY / 100 * (thread ^ 1) + 1000);
    }

    @Test
    void shouldKnowManyUpdatesOfAnElement() {
        StringBuilder body = new StringBuilder("st.shared.u32 [%r12], 0; bar.sync 0;\n");
        for (int i = 0; i < MANY / 8; i++) {
            body.append("ld.shared.u32 %r50, [%r13]; add.u32 %r50, %r50, 1;");
            body.append("st.shared.u32 [%r13], %r50;\n");
        }
        JitFixture kernel = kernel(body + LEAVE);
        assertThat(meetings(kernel)).isLessThan(MANY / 64L);
        check(kernel, _ -> MANY / 8);
    }

    @Test
    void shouldOrderMoreUpdatesOfAnElementThanTheAnalysisLooksAt() {
        StringBuilder body = new StringBuilder("st.shared.u32 [%r12], 0; bar.sync 0;\n");
        body.append("ld.shared.u32 %r50, [%r13];\n".repeat(MANY));
        for (int i = 0; i < MANY / 4; i++) {
            body.append("add.u32 %r50, %r50, 1; st.shared.u32 [%r13], %r50;\n");
        }
        check(kernel(body + LEAVE), _ -> MANY / 4);
    }

    /** Blocks times accesses, and blocks times blocks, are far above what can be kept. */
    @Test
    void shouldOrderAccessesInManyBlocks() {
        int blocks = 6_000;
        StringBuilder body = new StringBuilder("mov.u32 %r50, %r2;\n");
        for (int i = 0; i < blocks; i++) {
            body.append("setp.eq.u32 %p1, %r50, ").append(i + 1000).append("; @%p1 bra L");
            body.append(i).append(";\n");
            body.append("st.shared.u32 [%r12], %r50; st.shared.u32 [%r12+128], %r50;\n");
            body.append("st.shared.u32 [%r12+512], %r50; st.shared.u32 [%r12+640], %r50;\n");
            body.append("L").append(i).append(": ld.shared.u32 %r50, [%r13];\n");
        }
        check(kernel(body + LEAVE), thread -> thread);
    }

    /** Each address is a sum with a register that thousands of places write. */
    @Test
    void shouldOrderAccessesOfWhichTheAnalysisIsTooDear() {
        int accesses = 15_000;
        StringBuilder body = new StringBuilder(".reg .b32 %m<");
        body.append(accesses).append(">; mov.u32 %r20, %r12;\n");
        for (int i = 0; i < accesses; i++) {
            body.append("xor.b32 %r20, %r20, 128; add.u32 %m").append(i);
            body.append(", %r20, 256; st.shared.u32 [%m").append(i).append("], %r2;\n");
        }
        JitFixture kernel = kernel(body + "ld.shared.u32 %r50, [%r13+256];" + LEAVE);
        assertThat(meetings(kernel)).isGreaterThan(accesses / 8);
        check(kernel, thread -> thread ^ 1);
    }

    @Test
    void shouldFollowAChainOfMovesAgainstTheirOrder() {
        StringBuilder body = new StringBuilder(".reg .b32 %m<");
        body.append(MANY + 1).append(">; mov.u32 %m0, 0; mov.u32 %r20, 0;\nAGAIN:\n");
        for (int i = MANY; i > 0; i--) {
            body.append("mov.u32 %m").append(i).append(", %m").append(i - 1).append(";\n");
        }
        body.append("mov.u32 %m0, other; add.u32 %r20, %r20, 1;\n");
        body.append("setp.lt.u32 %p1, %r20, 2; @%p1 bra AGAIN;\n");
        body.append("mov.u32 %r50, %r2; setp.eq.u32 %p1, %m").append(MANY).append(", 0;\n");
        body.append("@%p1 bra OUT; st.shared.u32 [%m").append(MANY).append("], %r2; OUT:\n");
        check(kernel(body + LEAVE), thread -> thread);
    }

    @Test
    void shouldRefuseMoreMeetingsThanTheDeviceKeeps() {
        String twice = "ld.shared.u32 %r20, [%r13]; st.shared.u32 [%r12], %r20;\n".repeat(MANY / 2);
        assertThatThrownBy(() -> kernel(twice + LEAVE))
                .isInstanceOf(LoweringException.class)
                .hasMessageContaining(
                        "32768 basic blocks with those that begin at accesses which a warp makes in"
                                + " step");
    }
}
