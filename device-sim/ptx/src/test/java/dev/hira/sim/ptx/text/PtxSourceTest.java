package dev.hira.sim.ptx.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PtxSourceTest {
    private static final PtxSource SOURCE =
            new PtxSource(
                    """
                    .version 7.8
                    .target sm_75
                    .file 3 "/work/b.cuh"
                    .visible .entry a(
                    )
                    {
                      mov.u32 %r1, 1;
                      .loc 1 12 3
                      mov.u32 %r2, 2;
                      .loc 2 77 3
                      atom.global.add.u32 %r3, [%rd1], 1;
                      .loc 1 0 0
                      mov.u32 %r4, 4;
                      .loc 3 5 1, function_name $L__info_string0, inlined_at 1 13 1
                      mov.u32 %r5, 5;
                    }
                    .func b() {
                      ret;
                    }
                    .file 1 "/" "a.cu"
                    .file 2 "/" "/hira/hira_cuda.h"
                    """);

    @Test
    void shouldNameTheLineOfTheProgramThatWasCompiled() {
        assertThat(SOURCE.place(9)).isEqualTo("at a.cu:12, PTX line 9: mov.u32 %r2, 2;");
        assertThat(SOURCE.place(15)).isEqualTo("at /work/b.cuh:5, PTX line 15: mov.u32 %r5, 5;");
    }

    @Test
    void shouldNameTheUseOfAHeaderOfTheCompiler() {
        assertThat(SOURCE.place(11)).startsWith("at a.cu:12, PTX line 11: ");
        assertThat(SOURCE.place(13)).startsWith("at a.cu:12, PTX line 13: ");
    }

    @Test
    void shouldNameTheTextAloneWhereItHasNoLocation() {
        assertThat(SOURCE.place(7)).isEqualTo("at line 7: mov.u32 %r1, 1;");
        assertThat(SOURCE.place(18)).isEqualTo("at line 18: ret;");
    }

    /** Texts come from guests: what is said of one must not take longer than it is long. */
    @Test
    @Timeout(20)
    void shouldLookUpALineOfALongTextAtOnce() {
        String blank = "\n".repeat(2_000_000);
        String unknown = ".loc 99 1 1\n".repeat(200_000);
        String files = ".file 1 \"a".repeat(200_000) + "\n";
        for (String text : new String[] {blank, unknown, files}) {
            PtxSource source = new PtxSource(".entry k() {\n" + text + "trap;\n}\n");
            int last = source.line(source.text().lastIndexOf("trap"));
            assertThat(source.place(last)).isEqualTo("at line " + last + ": trap;");
        }
    }
}
