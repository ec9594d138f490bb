package dev.hira.sim.jit;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Groups of threads that compute by sequences of vector operations get the results of single
 * threads.
 */
final class VectorFunctionsTest {
    /** Runs on random bits, and on numbers around zero made of them; NaN is made canonical. */
    private static void agree(String computation) {
        JitFixture.body(
                        """
                        ld.global.u32 %r10, [%rd4]; mov.b32 %f1, %r10;
                        and.b32 %r12, %r5, 3; setp.eq.u32 %p1, %r12, 0; @%p1 bra ANY;
                        cvt.rn.f32.s32 %f1, %r10; mul.f32 %f1, %f1, 0f32200000;
                        setp.eq.u32 %p2, %r12, 1; @%p2 mul.f32 %f1, %f1, 0f40000000;
                        ANY: mul.f32 %f2, %f1, 0f3f19999a; add.f32 %f3, %f1, 0f42c80000;
                        """
                                + computation
                                + """

                                testp.notanumber.f32 %p3, %f4; @%p3 mov.f32 %f4, 0f7fffffff;
                                st.global.f32 [%rd5], %f4; ret;
                                """)
                .blocks(8, 64)
                .agree(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ex2.approx.f32 %f4, %f1;",
                "ex2.approx.ftz.f32 %f4, %f1;",
                "mul.f32 %f1, %f1, 0f40800000; ex2.approx.ftz.f32 %f4, %f1;"
            })
    void shouldRaiseTwoToPowers(String computation) {
        agree(computation);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fma.rm.f32 %f4, %f1, %f2, 0f4b400001;",
                "fma.rm.f32 %f4, %f1, 0f437c0000, 0f4b400001;",
                "fma.rm.f32 %f4, %f1, 0f3dcccccd, %f3;",
                "fma.rm.f32 %f4, %f1, %f2, %f3;",
                "fma.rm.f32 %f4, %f1, 0f00000001, %f3;",
                "fma.rm.f32 %f4, %f1, 0f80000001, %f3;",
                "fma.rm.f32 %f4, %f1, 0f34000000, 0fbf800000;",
                "fma.rm.f32 %f4, %f1, 0f00000000, 0f3f800000;",
                "fma.rm.f32 %f4, %f1, %f2, 0f00000000;",
                "fma.rm.ftz.f32 %f4, %f1, %f2, %f3;",
                "fma.rm.sat.f32 %f4, %f1, 0f3a83126f, 0f3f000000;"
            })
    void shouldRoundProductsAndSumsDown(String computation) {
        agree(computation);
    }

    /** Only threads whose sums are not close to the summand run one by one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64})
    void shouldRoundDownInSomeLanes(int every) {
        agree(
                """
                rem.u32 %%r13, %%r5, %d; setp.ne.u32 %%p4, %%r13, 0; mov.f32 %%f4, 0f3f800000;
                @%%p4 fma.rm.f32 %%f4, %%f1, 0f3727c5ac, %%f3;
                @!%%p4 fma.rm.f32 %%f4, %%f1, %%f2, %%f2;
                """
                        .formatted(every));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cvt.sat.f32.f32 %f4, %f1;",
                "add.sat.f32 %f4, %f1, %f2;",
                "fma.rn.sat.f32 %f4, %f1, %f2, 0f3f000000;",
                "mul.ftz.sat.f32 %f4, %f1, %f2;"
            })
    void shouldSaturate(String computation) {
        agree(computation);
    }

    /** Most of the numbers are denormal here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "add.ftz.f32 %f4, %f5, %f6;",
                "mul.ftz.f32 %f4, %f5, 0f40000000;",
                "mul.ftz.f32 %f4, %f1, 0f00800000;",
                "fma.rn.ftz.f32 %f4, %f5, %f5, %f6;",
                "sub.ftz.f32 %f4, %f5, %f5;",
                "neg.ftz.f32 %f4, %f5;",
                "rcp.approx.ftz.f32 %f4, %f5;",
                "sqrt.approx.ftz.f32 %f4, %f5;",
                "setp.gt.ftz.f32 %p4, %f5, 0f80000000; selp.f32 %f4, %f5, %f6, %p4;"
            })
    void shouldTakeDenormalNumbersForZero(String computation) {
        agree(
                """
                and.b32 %r14, %r10, 0x80ffffff; mov.b32 %f5, %r14; neg.f32 %f6, %f5;
                mul.f32 %f6, %f6, 0f3f000000;
                """
                        + computation);
    }
}
