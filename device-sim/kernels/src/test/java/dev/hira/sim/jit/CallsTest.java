package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.jit.plan.CodeStyle;
import org.junit.jupiter.api.Test;

/** Calls, recursion, pointers to functions, and functions in which threads meet. */
final class CallsTest {
    private static final String FACTORIAL =
            """
            .func (.reg .b32 result) factorial(.reg .b32 n) {
              .reg .pred %p; .reg .b32 %a, %b;
              mov.u32 result, 1; setp.lt.u32 %p, n, 2; @%p ret;
              sub.u32 %a, n, 1; call (%b), factorial, (%a); mul.lo.u32 result, %b, n; ret;
            }
            """;

    private static final String MEETING =
            """
            .shared .align 4 .b32 cells[128];
            .func (.param .b32 result) neighbour(.param .b32 value) {
              .reg .b32 %r<10>; .local .align 4 .b32 kept;
              ld.param.u32 %r0, [value]; mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
              mov.u32 %r3, cells; add.u32 %r4, %r3, %r2; st.local.u32 [kept], %r0;
              bar.sync 0; st.shared.u32 [%r4], %r0; bar.sync 0;
              xor.b32 %r5, %r2, 4; add.u32 %r5, %r5, %r3; ld.shared.u32 %r6, [%r5];
              ld.local.u32 %r7, [kept]; sub.u32 %r6, %r6, %r7;
              st.param.u32 [result], %r6; ret;
            }
            """;

    @Test
    void shouldRecurse() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        FACTORIAL,
                                        """
                                        and.b32 %r10, %r2, 7; call (%r11), factorial, (%r10);
                                        st.global.u32 [%rd5], %r11; ret;
                                        """),
                                "test")
                        .agree(0);
        assertThat(result.result(7)).isEqualTo(5040);
    }

    @Test
    void shouldEndRecursionThatIsTooDeep() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        FACTORIAL,
                                        """
                                        call (%r11), factorial, (%r1);
                                        st.global.u32 [%rd5], %r11; ret;
                                        """),
                                "test")
                        .agree(1000);
        assertThat(result.fault()).isNotNull();
    }

    @Test
    void shouldCallThroughPointersAndPassStructures() {
        JitFixture.kernel(
                        JitFixture.entry(
                                """
                                .func (.param .b32 result) sum(.param .align 8 .b8 pair[16]) {
                                  .reg .b32 %r<5>;
                                  ld.param.u32 %r0, [pair]; ld.param.u32 %r1, [pair+8];
                                  add.u32 %r2, %r0, %r1; st.param.u32 [result], %r2; ret;
                                }
                                .func (.param .b32 result) product(.param .align 8 .b8 pair[16]) {
                                  .reg .b32 %r<5>;
                                  ld.param.u32 %r0, [pair]; ld.param.u32 %r1, [pair+8];
                                  mul.lo.u32 %r2, %r0, %r1; st.param.u32 [result], %r2; ret;
                                }
                                """,
                                """
                                and.b32 %r10, %r2, 1; setp.eq.u32 %p1, %r10, 0;
                                mov.u64 %rd10, sum; mov.u64 %rd11, product;
                                selp.b64 %rd12, %rd10, %rd11, %p1;
                                { .param .align 8 .b8 given[16]; .param .b32 taken;
                                st.param.u32 [given], %r2; st.param.u32 [given+8], 7;
                                P: .callprototype (.param .b32 _) _ (.param .align 8 .b8 _[16]);
                                call (taken), %rd12, (given), P;
                                ld.param.u32 %r11, [taken]; }
                                st.global.u32 [%rd5], %r11; ret;
                                """),
                        "test")
                .agree(0);
    }

    @Test
    void shouldCallOnlyFunctionsOfATableThatHoldsAKernelToo() {
        JitFixture.Result result =
                JitFixture.kernel(
                                JitFixture.entry(
                                        """
                                        .func (.reg .b32 result) twice(.reg .b32 n) {
                                          add.u32 result, n, n; ret;
                                        }
                                        .global .align 8 .u64 table[2] = {test, twice};
                                        """,
                                        """
                                        mov.u64 %rd10, twice;
                                        call (%r11), %rd10, (%r2), table;
                                        st.global.u32 [%rd5], %r11; ret;
                                        """),
                                "test")
                        .agree(0);
        assertThat(result.result(7)).isEqualTo(14);
    }

    @Test
    void shouldMeetInFunctionsThatAreCalledTwice() {
        JitFixture.kernel(
                        JitFixture.entry(
                                MEETING,
                                """
                                ld.global.u32 %r10, [%rd4];
                                { .param .b32 given; .param .b32 taken; st.param.b32 [given], %r10;
                                call (taken), neighbour, (given); ld.param.b32 %r11, [taken]; }
                                add.u32 %r12, %r11, %r2;
                                { .param .b32 given; .param .b32 taken; st.param.b32 [given], %r12;
                                call (taken), neighbour, (given); ld.param.b32 %r13, [taken]; }
                                add.u32 %r13, %r13, %r10; st.global.u32 [%rd5], %r13; ret;
                                """),
                        "test")
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldEndThreadsWithinCalls() {
        JitFixture.kernel(
                        JitFixture.entry(
                                """
                                .func (.reg .b32 result) leaving(.reg .b32 n) {
                                  .reg .pred %p; setp.lt.u32 %p, n, 10; @%p exit;
                                  add.u32 result, n, 1; ret;
                                }
                                """,
                                """
                                call (%r11), leaving, (%r2); st.global.u32 [%rd5], %r11; ret;
                                """),
                        "test")
                .agree(0);
    }

    @Test
    void shouldSayWhyAProgramIsLeftToOthers() {
        JitFixture fixture =
                JitFixture.kernel(
                        JitFixture.entry(
                                MEETING,
                                """
                                mov.u64 %rd12, neighbour;
                                { .param .b32 given; .param .b32 taken; st.param.b32 [given], %r2;
                                P: .callprototype (.param .b32 _) _ (.param .b32 _);
                                call (taken), %rd12, (given), P; ld.param.b32 %r11, [taken]; }
                                st.global.u32 [%rd5], %r11; ret;
                                """),
                        "test");
        assertThat(Jit.compile(fixture.program))
                .isEqualTo(
                        new CompilationOutcome.Refused(
                                "the function neighbour cannot be inlined into the kernel, because it"
                                        + " is called through a pointer, but must be, because"
                                        + " threads meet in it or in a function that it calls"));
    }

    @Test
    void shouldNotReportTheAccessesOfInlinedFunctionsWithVariables() {
        JitFixture fixture =
                JitFixture.kernel(
                        JitFixture.entry(
                                MEETING,
                                """
                                { .param .b32 given; .param .b32 taken; st.param.b32 [given], %r2;
                                call (taken), neighbour, (given); ld.param.b32 %r11, [taken]; }
                                st.global.u32 [%rd5], %r11; ret;
                                """),
                        "test");
        assertThat(Jit.compile(fixture.program, CodeStyle.OBSERVED))
                .isEqualTo(
                        new CompilationOutcome.Refused(
                                "the function neighbour has variables on the stack and is inlined,"
                                        + " so that its calls cannot be told apart"));
    }
}
