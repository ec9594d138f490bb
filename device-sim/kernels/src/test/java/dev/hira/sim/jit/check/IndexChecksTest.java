package dev.hira.sim.jit.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.jit.JitFixture;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.plan.KernelPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses that are checked by the index with which their addresses grow. */
final class IndexChecksTest {
    /** Numbers in device memory, and in each of its halves. */
    private static final int ALL = JitFixture.BYTES / 4;

    private static final int HALF = ALL / 2;

    /** Reads two neighbours and a third that is a uniform number of elements away. */
    private static JitFixture loop(String extend, String start) {
        return JitFixture.body(
                        """
                        mov.u32 %%r10, %%ntid.x; mul.wide.u32 %%rd10, %%r10, 4;
                        mov.u32 %%r11, 0; add.s32 %%r12, %%r1, %%r2; mov.u32 %%r13, 3;
                        %s
                        NEXT: %s
                        add.s64 %%rd12, %%rd9, %%rd11; ld.global.u32 %%r14, [%%rd12];
                        ld.global.u32 %%r15, [%%rd12+4];
                        add.s64 %%rd13, %%rd12, %%rd10; ld.global.u32 %%r16, [%%rd13];
                        mad.lo.u32 %%r11, %%r11, 3, %%r14; mad.lo.u32 %%r11, %%r11, 5, %%r15;
                        xor.b32 %%r11, %%r11, %%r16;
                        add.s32 %%r12, %%r12, %%r10; add.s32 %%r13, %%r13, -1;
                        setp.ne.s32 %%p1, %%r13, 0; @%%p1 bra NEXT;
                        st.global.u32 [%%rd5], %%r11; ret;
                        """
                                .formatted(start, extend))
                .blocks(2, 40);
    }

    private static boolean checksIndices(JitFixture fixture) {
        KernelPlan plan = fixture.compiled().plan();
        AccessGroups groups = new AccessGroups(plan);
        plan.kernel().blocks().stream()
                .filter((BasicBlock block) -> !block.steps().isEmpty())
                .forEach(groups::add);
        return !groups.reaches().isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, false",
        "100, false",
        "-1, true",
        "-50, true",
        "16200, false",
        "16224, false",
        "16225, true",
        "16384, true",
        "2147483600, true",
        "-2147483648, true"
    })
    void shouldFindWhatIsOutside(int first, boolean fails) {
        JitFixture fixture = loop("mul.wide.s32 %rd11, %r12, 4;", "mov.b64 %rd9, %rd1;");
        assertThat(checksIndices(fixture)).isTrue();
        assertThat(fixture.agree(first).fault() != null).isEqualTo(fails);
    }

    /** An index below 0 leads into memory when the pointer is far enough inside it. */
    @ParameterizedTest
    @CsvSource({"-8000, false", "-8192, false", "-8193, true", "8032, false", "8033, true"})
    void shouldAccessWhatLiesBeforeThePointer(int first, boolean fails) {
        JitFixture fixture = loop("mul.wide.s32 %rd11, %r12, 4;", "add.s64 %rd9, %rd1, 32768;");
        assertThat(checksIndices(fixture)).isTrue();
        assertThat(fixture.agree(first).fault() != null).isEqualTo(fails);
    }

    @ParameterizedTest
    @CsvSource({"0, false", "16224, false", "16225, true", "-1, true"})
    void shouldTakeIndicesWithoutSigns(int first, boolean fails) {
        JitFixture fixture = loop("mul.wide.u32 %rd11, %r12, 4;", "mov.b64 %rd9, %rd1;");
        assertThat(checksIndices(fixture)).isTrue();
        assertThat(fixture.agree(first).fault() != null).isEqualTo(fails);
    }

    /** Only the place of the first access is in memory, for any index. */
    @Test
    void shouldReachNothingFromAPointerOutside() {
        JitFixture fixture = loop("mul.wide.s32 %rd11, %r12, 4;", "add.s64 %rd9, %rd1, 65536;");
        assertThat(fixture.agree(0).fault()).isNotNull();
        assertThat(fixture.agree(-HALF).fault()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 17, 65535, 65536, -1})
    void shouldCheckEachIndexAnewThatARegisterTakes(int first) {
        JitFixture fixture =
                JitFixture.body(
                                """
                                mov.u32 %r12, %r1; mov.u32 %r11, 0;
                                NEXT: cvt.s64.s32 %rd11, %r12; add.s64 %rd12, %rd1, %rd11;
                                ld.global.u8 %r14, [%rd12];
                                mad.lo.u32 %r12, %r14, 300, %r2;
                                cvt.s64.s32 %rd13, %r12; add.s64 %rd14, %rd13, %rd1;
                                ld.global.s8 %r15, [%rd14];
                                mad.lo.u32 %r11, %r15, 7, %r14;
                                add.s32 %r12, %r12, 1; setp.lt.s32 %p1, %r12, %r3;
                                @%p1 bra NEXT;
                                st.global.u32 [%rd5], %r11; ret;
                                """)
                        .blocks(3, 33);
        assertThat(checksIndices(fixture)).isTrue();
        boolean inside = first >= 0 && first < JitFixture.BYTES;
        assertThat(fixture.agree(first).fault() == null || !inside).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 100, 1000, 4, 4, 0, 25",
        "1000, 100, 1004, 4, 4, 0, 24",
        "1000, 100, 1096, 4, 4, 0, 1",
        "1000, 100, 1097, 4, 4, 0, 0",
        "1000, 100, 1000, 8, 4, 0, 24",
        "1000, 100, 999, 4, 4, 0, 0",
        "1000, 100, 1000, 101, 4, 0, 0",
        "1000, 0, 1000, 1, 1, 0, 0",
        "1000, 100, 1000, 4, 4, 2, 0",
        "1000, 100, -9223372036854775808, 4, 4, 0, 0",
        "4096, 1099511627776, 4096, 1, 1, 0, 2147483647"
    })
    void shouldCountIndices(
            long base, long size, long start, int bytes, int scale, long misaligned, int count) {
        assertThat(IndexBound.count(base, size, start, bytes, scale, misaligned)).isEqualTo(count);
    }
}
