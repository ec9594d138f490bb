package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Loads and stores of vectors, in all engines: the elements that they move, and their places. */
final class VectorAccessTest {
    private static final String SHARED = ".shared .align 16 .b8 cells[1024];\n";

    /** A place of 16 bytes for each thread in each space. */
    private static final String PLACES =
            """
            .local .align 16 .b8 stack[32]; .reg .b16 %s<4>;
            shl.b32 %r10, %r5, 4; cvt.u64.u32 %rd10, %r10; add.u64 %rd11, %rd1, %rd10;
            add.u64 %rd12, %rd2, %rd10; shl.b32 %r11, %r2, 4; mov.u32 %r12, cells;
            add.u32 %r12, %r12, %r11; cvta.shared.u64 %rd13, cells; cvt.u64.u32 %rd14, %r11;
            add.u64 %rd13, %rd13, %rd14;
            """;

    private static JitFixture.Result run(String body) {
        JitFixture.Result result =
                JitFixture.kernel(JitFixture.entry(SHARED, PLACES + body + " ret;"), "test")
                        .blocks(2, 32)
                        .agree(0);
        assertThat(result.fault()).isNull();
        return result;
    }

    private static void assertCopied(JitFixture.Result result, int bytes) {
        for (int thread = 0; thread < 64; thread++) {
            for (int i = 0; i < bytes; i++) {
                assertThat(result.memory().get(JitFixture.BYTES / 2 + 16 * thread + i))
                        .as("byte %d of thread %d", i, thread)
                        .isEqualTo(result.memory().get(16 * thread + i));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "v2.u8, 2, %r20, %r21, , ",
        "v4.s8, 4, %s0, %s1, %s2, %s3",
        "v2.b16, 4, %h0, %r21, , ",
        "v4.u16, 8, %h0, %h1, %h2, %h3",
        "v2.f32, 8, %f1, %f2, , ",
        "v2.b32, 8, %r20, %f2, , ",
        "v4.f32, 16, %f1, %f2, %f3, %f4",
        "v4.u32, 16, %r20, %r21, %r22, %r23",
        "v2.f64, 16, %fd1, %fd2, , ",
        "v2.u64, 16, %rd20, %rd21, , ",
        "relaxed.gpu.v2.u32, 8, %r20, %r21, , ",
        "relaxed.gpu.v4.u32, 16, %r20, %r21, %r22, %r23",
        "volatile.v4.f32, 16, %f1, %f2, %r22, %f4",
        "volatile.v2.f64, 16, %fd1, %rd21, , ",
        "relaxed.sys.v2.u64, 16, %rd20, %rd21, , "
    })
    void shouldGoThroughAllSpaces(String form, int bytes, String a, String b, String c, String d) {
        String registers = "{" + a + ", " + b + (c == null ? "}" : ", " + c + ", " + d + "}");
        int vector = form.lastIndexOf(".v") + 1;
        String manner = form.substring(0, form.startsWith("v") && vector <= 1 ? 0 : vector);
        String type = form.substring(manner.length());
        String text =
                """
                ld.MANNERglobal.TYPE REGS, [%rd11]; st.MANNERshared.TYPE [%r12], REGS;
                ld.MANNERTYPE REGS, [%rd13]; st.local.TYPE [stack+16], REGS;
                ld.local.TYPE REGS, [stack+16]; st.MANNERTYPE [%rd13], REGS;
                ld.MANNERshared.TYPE REGS, [%r12]; st.MANNERTYPE [%rd12], REGS;
                """;
        assertCopied(
                run(
                        text.replace("MANNER", manner)
                                .replace("TYPE", type)
                                .replace("REGS", registers)),
                bytes);
    }

    @ParameterizedTest
    @CsvSource({"'', 16", "volatile., 16"})
    void shouldExtendBySignAndSkipUnusedElements(String manner, int bytes) {
        JitFixture.Result result =
                run(
                        """
                        mov.u64 %rd20, 7; ld.MANNERglobal.v4.s32 {_, %rd20, _, %rd21}, [%rd11];
                        st.global.v2.u64 [%rd12], {%rd20, %rd21};
                        """
                                .replace("MANNER", manner));
        for (int thread = 0; thread < 64; thread++) {
            for (int i = 0; i < 2; i++) {
                assertThat(result.memory().getLong(JitFixture.BYTES / 2 + bytes * thread + 8 * i))
                        .isEqualTo(result.memory().getInt(bytes * thread + 8 * i + 4));
            }
        }
    }

    @Test
    void shouldExtendBytesBySign() {
        JitFixture.Result result =
                run(
                        """
                        ld.global.v4.s8 {%r20, %r21, %r22, %r23}, [%rd11];
                        st.global.v4.u32 [%rd12], {%r20, %r21, %r22, %r23};
                        """);
        for (int i = 0; i < 4; i++) {
            assertThat(result.result(4 * 5 + i)).isEqualTo(result.memory().get(16 * 5 + i));
        }
    }

    @ParameterizedTest
    @CsvSource({"''", "volatile."})
    void shouldOverwriteTheRegisterOfItsAddress(String manner) {
        assertCopied(
                run(
                        """
                        mov.u64 %rd20, %rd11; ld.MANNERglobal.v2.u64 {%rd20, %rd21}, [%rd20];
                        mov.u64 %rd22, %rd11; ld.MANNERglobal.v2.u32 {%rd22, %r20}, [%rd22];
                        st.global.v2.u64 [%rd12], {%rd20, %rd21};
                        st.global.v2.u32 [%rd12], {%rd22, %r20};
                        """
                                .replace("MANNER", manner)),
                16);
    }

    @ParameterizedTest
    @CsvSource({"''", "relaxed.gpu."})
    void shouldStoreConstantsWithRegisters(String manner) {
        JitFixture.Result result =
                run(
                        """
                        mov.u32 %r20, -1;
                        st.MANNERglobal.v4.u32 [%rd12], {1, %r20, 3, 4};
                        """
                                .replace("MANNER", manner));
        assertThat(result.result(4)).isEqualTo(1);
        assertThat(result.result(5)).isEqualTo(-1);
        assertThat(result.result(6)).isEqualTo(3);
        assertThat(result.result(7)).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"'', 8, v2.u32", "volatile., 16, v2.u64"})
    void shouldRefuseAnAddressThatIsNoMultipleOfAllItsBytes(String manner, int bytes, String type) {
        JitFixture.Result result =
                JitFixture.body(
                                "ld.MANNERglobal.TYPE {%rd20, %rd21}, [%rd1+4]; ret;"
                                        .replace("MANNER", manner)
                                        .replace("TYPE", type))
                        .agree(0);
        assertThat(result.fault()).isNotNull().hasMessageContaining(bytes + " bytes");
    }
}
