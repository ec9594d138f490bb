package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.kernel.LaunchShape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compiled kernels do the same as interpreted ones. */
final class AgreementTest {
    @Test
    void shouldComputeForEveryThreadOfEveryBlock() {
        JitFixture.Result result =
                JitFixture.body(
                                """
                                ld.global.u32 %r10, [%rd4]; mul.lo.u32 %r11, %r10, 3;
                                add.u32 %r11, %r11, %r5; st.global.u32 [%rd5], %r11; ret;
                                """)
                        .blocks(3, 70)
                        .agree(0);
        assertThat(result.result(209)).isNotZero();
        assertThat(result.result(210)).isZero();
    }

    @Test
    void shouldHaveOneCarryForSumsAndDifferencesAsHardwareHas() {
        JitFixture.Result result =
                JitFixture.body(
                                """
                                sub.cc.u32 %r10, 0x627ADF75, 0x864CCEF5; addc.u32 %r11, 0, 0;
                                sub.cc.u32 %r10, 7, 7; addc.u32 %r12, 0, 0;
                                add.cc.u32 %r10, 0xffffffff, 1; subc.u32 %r13, 5, 5;
                                st.global.v2.u32 [%rd2], {%r11, %r12};
                                st.global.u32 [%rd2+8], %r13; ret;
                                """)
                        .agree(0);
        assertThat(result.result(0)).as("after a borrow").isZero();
        assertThat(result.result(1)).as("after no borrow").isEqualTo(1);
        assertThat(result.result(2)).as("a carry is no borrow").isZero();
    }

    @Test
    void shouldKnowCoordinatesInThreeDimensions() {
        JitFixture.body(
                        """
                        mov.u32 %r10, %tid.y; mov.u32 %r11, %tid.z; mov.u32 %r12, %ntid.y;
                        mad.lo.u32 %r13, %r11, %r12, %r10; mad.lo.u32 %r13, %r13, %r4, %r2;
                        mul.wide.u32 %rd6, %r13, 4; add.s64 %rd7, %rd2, %rd6;
                        shl.b32 %r14, %r10, 8; shl.b32 %r15, %r11, 16; or.b32 %r16, %r14, %r15;
                        or.b32 %r16, %r16, %r2; mov.u32 %r17, %laneid; mov.u32 %r18, %warpid;
                        shl.b32 %r17, %r17, 24; xor.b32 %r16, %r16, %r17; add.u32 %r16, %r16, %r18;
                        mov.u32 %r19, %lanemask_lt; xor.b32 %r16, %r16, %r19;
                        st.global.u32 [%rd7], %r16; ret;
                        """)
                .shaped(new LaunchShape(2, 1, 1, 5, 3, 7, 0, false))
                .agree(0);
    }

    /** Hashes multiply thread numbers by numbers with which eight lanes span more than 32 bits. */
    @ParameterizedTest
    @ValueSource(strings = {"0xD2511F53", "0x10000000", "0x7fffffff", "0x80000000", "0x0fffffff"})
    void shouldMultiplyThreadNumbersByLargeNumbers(String factor) {
        JitFixture.Result result =
                JitFixture.body(
                                """
                                mul.lo.u32 %r10, %r2, FACTOR; ld.global.u32 %r11, [%rd4];
                                xor.b32 %r12, %r10, %r11; st.global.u32 [%rd5], %r12; ret;
                                """
                                        .replace("FACTOR", factor))
                        .blocks(2, 64)
                        .agree(0);
        assertThat(result.result(1)).isNotEqualTo(result.result(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 31})
    void shouldLoopAndBranch(int n) {
        JitFixture.body(
                        """
                        mov.u32 %r10, 0; mov.u32 %r11, 1;
                        setp.eq.u32 %p1, %r1, 0; @%p1 bra DONE;
                        AGAIN: and.b32 %r12, %r11, 1; setp.eq.u32 %p2, %r12, 0; @%p2 bra EVEN;
                        mad.lo.u32 %r11, %r11, 3, 1; bra NEXT;
                        EVEN: shr.u32 %r11, %r11, 1; add.u32 %r11, %r11, %r2;
                        NEXT: add.u32 %r10, %r10, 1; setp.lt.u32 %p3, %r10, %r1; @%p3 bra AGAIN;
                        DONE: @!%p1 add.u32 %r11, %r11, 7; st.global.u32 [%rd5], %r11; ret;
                        """)
                .agree(n);
    }

    @Test
    void shouldKeepRegistersThatAGuardLeavesUnchanged() {
        JitFixture.body(
                        """
                        mov.u32 %r10, 5; setp.lt.u32 %p1, %r2, 10; @%p1 mov.u32 %r10, %r2;
                        @!%p1 ld.global.u32 %r10, [%rd4]; @%p1 st.global.u32 [%rd5], %r10;
                        selp.u32 %r11, %r10, %r2, %p1; @!%p1 st.global.u32 [%rd5], %r11; ret;
                        """)
                .agree(0);
    }

    @Test
    void shouldChooseAmongTargetsByIndex() {
        JitFixture.body(
                        """
                        and.b32 %r10, %r2, 3; mov.u32 %r11, 100;
                        TS: .branchtargets L0, L1, L2, L3;
                        brx.idx %r10, TS;
                        L0: mov.u32 %r11, 1; bra OUT;
                        L1: mov.u32 %r11, 2; bra OUT;
                        L2: add.u32 %r11, %r11, 3;
                        L3: add.u32 %r11, %r11, 4;
                        OUT: st.global.u32 [%rd5], %r11; ret;
                        """)
                .agree(0);
    }

    @Test
    void shouldMeetAtBarriersInLoops() {
        JitFixture.kernel(
                        JitFixture.entry(
                                ".shared .align 4 .b32 tile[64];\n",
                                """
                                mov.u32 %r10, tile; shl.b32 %r11, %r2, 2; add.u32 %r12, %r10, %r11;
                                ld.global.u32 %r13, [%rd4]; st.shared.u32 [%r12], %r13;
                                shr.u32 %r14, %r4, 1;
                                HALVE: bar.sync 0; setp.ge.u32 %p1, %r2, %r14; @%p1 bra SKIP;
                                shl.b32 %r15, %r14, 2; add.u32 %r16, %r12, %r15;
                                ld.shared.u32 %r17, [%r16]; ld.shared.u32 %r18, [%r12];
                                xor.b32 %r17, %r17, %r18; add.u32 %r17, %r17, %r14;
                                st.shared.u32 [%r12], %r17;
                                SKIP: shr.u32 %r14, %r14, 1; setp.ne.u32 %p2, %r14, 0;
                                @%p2 bra HALVE;
                                bar.sync 0; ld.shared.u32 %r19, [tile]; add.u32 %r19, %r19, %r2;
                                st.global.u32 [%rd5], %r19; ret;
                                """),
                        "test")
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldKeepRegistersOfAllKindsAcrossStops() {
        JitFixture.body(
                        """
                        ld.global.f32 %f1, [%rd4]; cvt.f64.f32 %fd1, %f1; ld.global.u32 %r10, [%rd4];
                        cvt.u64.u32 %rd6, %r10; mul.lo.u64 %rd6, %rd6, 12345678901;
                        setp.gt.s32 %p1, %r10, 0; cvt.u16.u32 %h1, %r10;
                        bar.sync 0; bar.warp.sync 0xffffffff;
                        vote.sync.ballot.b32 %r11, %p1, 0xffffffff;
                        cvt.u32.u64 %r12, %rd6; xor.b32 %r11, %r11, %r12; cvt.u32.u16 %r13, %h1;
                        add.u32 %r11, %r11, %r13; mov.b32 %r14, %f1; add.u32 %r11, %r11, %r14;
                        mov.b64 %rd7, %fd1; cvt.u32.u64 %r15, %rd7; add.u32 %r11, %r11, %r15;
                        @%p1 add.u32 %r11, %r11, 1; st.global.u32 [%rd5], %r11; ret;
                        """)
                .blocks(2, 64)
                .agree(0);
    }

    @Test
    void shouldExchangeAmongLanes() {
        JitFixture.body(
                        """
                        ld.global.u32 %r10, [%rd4]; mov.u32 %r11, 16;
                        REDUCE: shfl.sync.down.b32 %r12|%p1, %r10, %r11, 31, -1;
                        @%p1 add.u32 %r10, %r10, %r12;
                        shr.u32 %r11, %r11, 1; setp.ne.u32 %p2, %r11, 0; @%p2 bra REDUCE;
                        and.b32 %r13, %r10, 3; match.any.sync.b32 %r14, %r13, -1;
                        match.all.sync.b32 %r15|%p3, %r13, -1; vote.sync.any.pred %p4, %p1, -1;
                        xor.b32 %r14, %r14, %r15; @%p4 add.u32 %r14, %r14, 1;
                        activemask.b32 %r16; xor.b32 %r14, %r14, %r16; add.u32 %r14, %r14, %r10;
                        st.global.u32 [%rd5], %r14; ret;
                        """)
                .blocks(1, 96)
                .agree(0);
    }

    @Test
    void shouldStopThreadsWhereDivergentOnesMeet() {
        JitFixture.body(
                        """
                        and.b32 %r10, %r2, 1; setp.eq.u32 %p1, %r10, 0; @%p1 bra EVEN;
                        mov.u32 %r11, 3; bar.sync 1, 64; add.u32 %r11, %r11, %r2; bra OUT;
                        EVEN: mov.u32 %r11, 9; bar.sync 1, 64; mul.lo.u32 %r11, %r11, %r2;
                        OUT: bar.red.popc.u32 %r12, 0, %p1; add.u32 %r11, %r11, %r12;
                        st.global.u32 [%rd5], %r11; ret;
                        """)
                .blocks(1, 64)
                .agree(0);
    }
}
