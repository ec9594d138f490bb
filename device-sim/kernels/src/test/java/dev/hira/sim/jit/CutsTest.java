package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.simt.Simt;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels whose threads yield between stops, because the kernels are large or stride through
 * memory.
 */
final class CutsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 127, 128, 129, 1000})
    void shouldTakeTurnsInLoopsThatStrideByTheGrid(int n) {
        JitFixture.Result result =
                JitFixture.body(
                                """
                                mov.u32 %r10, %nctaid.x; mul.lo.u32 %r11, %r10, %r4;
                                mov.u32 %r12, 0; setp.ge.u32 %p1, %r5, %r1; @%p1 bra DONE;
                                NEXT: mul.wide.u32 %rd10, %r5, 4; add.s64 %rd11, %rd1, %rd10;
                                ld.global.u32 %r13, [%rd11]; mad.lo.u32 %r12, %r12, 3, %r13;
                                add.u32 %r5, %r5, %r11; setp.lt.u32 %p2, %r5, %r1;
                                @%p2 bra NEXT;
                                DONE: st.global.u32 [%rd5], %r12; ret;
                                """)
                        .blocks(2, 64)
                        .agree(n);
        assertThat(result.fault()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldCutWhatIsTooLargeForAMethod(int rounds) {
        StringBuilder body = new StringBuilder("mov.u32 %r20, 0; ld.global.u32 %r10, [%rd4];\n");
        body.append("ROUND: add.u32 %r20, %r20, 1;\n");
        for (int i = 0; i < 3000; i++) {
            int from = 10 + i % 7;
            int to = 10 + (i + 1) % 7;
            body.append("mad.lo.u32 %r").append(to).append(", %r").append(from);
            body.append(", ").append(2 * i + 1).append(", %r").append(from).append(";\n");
        }
        body.append("setp.lt.u32 %p1, %r20, ").append(rounds).append("; @%p1 bra ROUND;\n");
        body.append("xor.b32 %r10, %r10, %r13; st.global.u32 [%rd5], %r10; ret;");
        JitFixture fixture = JitFixture.body(body.toString()).blocks(2, 40);
        JitFixture.Result result = fixture.agree(0);
        assertThat(result.fault()).isNull();
        assertThat(sizes(fixture)).hasSizeGreaterThan(4).allMatch(size -> size < 8000);
    }

    /** The beginning of a kernel has nothing to do with registers that only later parts save. */
    @Test
    void shouldCompileAKernelThatSavesManyRegistersAtManyMeetings() {
        int meetings = 60;
        int each = 16;
        StringBuilder body = new StringBuilder(".reg .b32 %s<1000>; mov.u32 %r10, %r2;\n");
        for (int meeting = 0; meeting < meetings; meeting++) {
            int first = meeting * each;
            for (int i = 0; i < each; i++) {
                String to = "%s" + (first + i);
                body.append("mad.lo.u32 ").append(to).append(", %r10, 5, ").append(i).append(";");
                body.append(" xor.b32 %r10, %r10, ").append(to).append(";\n");
            }
            body.append("bar.sync 0;\n");
            for (int i = 0; i < each; i++) {
                String from = "%s" + (first + i);
                body.append("mad.lo.u32 %r10, %r10, 3, ").append(from).append(";\n");
            }
        }
        body.append("st.global.u32 [%rd5], %r10; ret;");
        JitFixture.Result result = JitFixture.body(body.toString()).blocks(2, 40).agree(0);
        assertThat(result.fault()).isNull();
    }

    private static final String STRIDES =
            """
            mov.u32 %r10, %nctaid.x; mul.lo.u32 %r11, %r10, %r4;
            NEXT: mul.wide.u32 %rd10, %r5, 4; add.s64 %rd11, %rd1, %rd10;
            ld.global.u32 %r13, [%rd11]; mad.lo.u32 %r12, %r12, 3, %r13;
            add.u32 %r5, %r5, %r11; setp.lt.u32 %p2, %r5, %r1;
            @%p2 bra NEXT;
            ret;
            """;

    private static final String MEETINGS = "NEXT: bar.sync 0; bar.sync 0; bra NEXT;";

    /** A kernel can be stopped inside its code and where its threads leave it to take turns. */
    @ParameterizedTest
    @ValueSource(strings = {STRIDES, MEETINGS})
    void shouldNameTheLineWhereverAKernelIsStopped(String body) {
        JitFixture fixture = JitFixture.body(body).blocks(2, 64);
        CompiledProgram compiled = fixture.compiled();
        assertThat(fixture.stopped(Interpreter.of(fixture.program), 1000).line()).isPositive();
        assertThat(fixture.stopped(compiled, 1000).line()).isPositive();
        if (Simt.compile(compiled) instanceof Simt.Outcome.Compiled(CompiledProgram groups, _)) {
            assertThat(fixture.stopped(groups, 1000).line()).isPositive();
        }
    }

    private static List<Integer> sizes(JitFixture fixture) {
        List<Integer> sizes = new ArrayList<>();
        java.lang.classfile.ClassFile.of()
                .parse(Jit.classOf(fixture.program))
                .methods()
                .forEach(method ->
                        method.findAttribute(java.lang.classfile.Attributes.code())
                                .ifPresent(code -> sizes.add(code.codeLength())));
        return sizes;
    }
}
