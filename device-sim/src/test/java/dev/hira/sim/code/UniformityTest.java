package dev.hira.sim.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is the same for all threads of a block. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UniformityTest {
    /** Each line stores one register, so that all of them are needed. */
    private static String storing(String... registers) {
        StringBuilder text = new StringBuilder();
        for (String register : registers) {
            text.append("st.global.")
                    .append(register.startsWith("%f") ? "f32" : "u32")
                    .append(" [%rd1], ")
                    .append(register)
                    .append(";\n");
        }
        return text.toString();
    }

    private static List<String> uniform(Routine kernel) {
        Uniformity uniformity = Uniformity.of(kernel);
        return kernel.registers().stream()
                .filter(uniformity::isUniform)
                .map(Register::name)
                .sorted()
                .toList();
    }

    @Test
    void shouldFollowFromWhatThreadsComputeWith() {
        Routine kernel =
                Graphs.kernel(
                        """
                        mov.u32 %r3, %ctaid.x;
                        mov.u32 %r4, %laneid;
                        mov.u32 %r5, %clock;
                        add.s32 %r6, %r3, %r1;
                        add.s32 %r7, %r6, %r4;
                        """
                                + storing("%r2", "%r4", "%r5", "%r6", "%r7"));
        assertThat(uniform(kernel)).containsExactly("%r1", "%r3", "%r6", "%rd1");
    }

    @Test
    void shouldTrustMemoryOnlyWhenNobodyWritesIt() {
        Routine kernel =
                Graphs.kernel(
                        """
                        ld.const.f32 %f1, [table+4];
                        ld.global.nc.f32 %f2, [%rd1];
                        ld.global.f32 %f3, [%rd1];
                        ld.shared.f32 %f4, [16];
                        mul.wide.u32 %rd2, %r2, 4;
                        ld.const.f32 %f5, [%rd2];
                        atom.global.add.u32 %r3, [%rd1], 1;
                        """
                                + storing("%f1", "%f2", "%f3", "%f4", "%f5", "%r3"));
        assertThat(uniform(kernel)).containsExactly("%f1", "%f2", "%rd1");
    }

    @Test
    void shouldStayUniformBehindAnEarlyReturn() {
        Routine kernel =
                Graphs.kernel(
                        """
                        setp.ge.s32 %p1, %r2, %r1;
                        @%p1 bra out;
                        mov.u32 %r3, 0;
                        loop: add.s32 %r3, %r3, 1;
                        setp.lt.s32 %p2, %r3, %r1;
                        @%p2 bra loop;
                        """
                                + storing("%r3")
                                + "out: ret;");
        assertThat(uniform(kernel)).containsExactly("%p2", "%r1", "%r3", "%rd1");
        Uniformity uniformity = Uniformity.of(kernel);
        assertThat(uniformity.staysTogether(0)).isFalse();
        assertThat(uniformity.staysTogether(2)).isTrue();
    }

    @Test
    void shouldDifferWhereWaysJoin() {
        Routine kernel =
                Graphs.kernel(
                        """
                        setp.ge.s32 %p1, %r2, %r1;
                        mov.u32 %r3, %ctaid.x;
                        mov.u32 %r4, %ctaid.y;
                        @%p1 bra join;
                        add.s32 %r3, %r1, 1;
                        add.s32 %r5, %r1, 2;
                        st.global.u32 [%rd1], %r5;
                        join:
                        """
                                + storing("%r3", "%r4"));
        assertThat(uniform(kernel)).containsExactly("%r1", "%r4", "%r5", "%rd1");
    }

    @Test
    void shouldDifferBehindALoopThatThreadsLeaveOneByOne() {
        Routine kernel =
                Graphs.kernel(
                        """
                        mov.u32 %r3, %ctaid.x;
                        mov.u32 %r4, %ctaid.y;
                        loop: add.s32 %r3, %r3, 1;
                        add.s32 %r5, %r1, 1;
                        setp.lt.s32 %p1, %r3, %r2;
                        @%p1 bra loop;
                        """
                                + storing("%r3", "%r4", "%r5"));
        assertThat(uniform(kernel)).containsExactly("%r1", "%r4", "%rd1");
    }

    @Test
    void shouldStayUniformInALoopAroundABranchThatSeparates() {
        Routine kernel =
                Graphs.kernel(
                        """
                        mov.u32 %r3, 0;
                        loop: setp.lt.s32 %p1, %r3, %r2;
                        @%p1 bra skip;
                        st.global.u32 [%rd1], %r3;
                        skip: add.s32 %r3, %r3, 1;
                        setp.lt.s32 %p2, %r3, %r1;
                        @%p2 bra loop;
                        """);
        assertThat(uniform(kernel)).containsExactly("%p2", "%r1", "%r3", "%rd1");
    }

    @Test
    void shouldDifferWhereASwitchSeparates() {
        Routine kernel =
                Graphs.kernel(
                        """
                        t: .branchtargets a, b;
                        and.b32 %r5, %r2, 1;
                        mov.u32 %r3, %ctaid.x;
                        brx.idx %r5, t;
                        a: add.s32 %r3, %r1, 1;
                        bra out;
                        b: add.s32 %r3, %r1, 2;
                        out:
                        """
                                + storing("%r3"));
        assertThat(uniform(kernel)).containsExactly("%r1", "%rd1");
    }

    @Test
    void shouldDifferWhereGuardsDo() {
        Routine kernel =
                Graphs.kernel(
                        """
                        setp.ge.s32 %p1, %r2, %r1;
                        setp.ge.s32 %p2, %r1, 7;
                        mov.u32 %r3, %ctaid.x;
                        mov.u32 %r4, %ctaid.x;
                        @%p1 add.s32 %r3, %r1, 1;
                        @%p2 add.s32 %r4, %r1, 1;
                        selp.b32 %r5, 1, 2, %p1;
                        selp.b32 %r6, 1, 2, %p2;
                        """
                                + storing("%r3", "%r4", "%r5", "%r6"));
        assertThat(uniform(kernel)).containsExactly("%p2", "%r1", "%r4", "%r6", "%rd1");
    }

    @Test
    void shouldTakeOnlyWhatAWholeBlockFindsOut() {
        Routine kernel =
                Graphs.kernel(
                        """
                        setp.ge.s32 %p1, %r2, %r1;
                        bar.red.popc.u32 %r3, 0, %p1;
                        bar.red.popc.u32 %r4, 1, 64, %p1;
                        vote.sync.ballot.b32 %r5, %p1, -1;
                        shfl.sync.idx.b32 %r6, %r1, 0, 31, -1;
                        """
                                + storing("%r3", "%r4", "%r5", "%r6"));
        assertThat(uniform(kernel)).containsExactly("%r1", "%r3", "%rd1");
    }

    @Test
    void shouldKnowFramesOfKernelsOnly() {
        Program program =
                Graphs.program(
                        """
                        mov.u64 %rd2, depot;
                        cvta.local.u64 %rd3, %rd2;
                        st.global.u64 [%rd1], %rd3;
                        call (%r3), same, (%r1);
                        """
                                + storing("%r3"));
        Value frame = new Value.FrameAddress(0, Carrier.LONG);
        assertThat(Uniformity.of(program.kernel()).isUniform(frame)).isTrue();
        assertThat(uniform(program.kernel())).doesNotContain("%r3");
        Routine same = program.routines().get(1);
        assertThat(Uniformity.of(same).isUniform(frame)).isFalse();
        assertThat(uniform(same)).isEmpty();
    }
}
