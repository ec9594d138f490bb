package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests variables of modules and the effects of their addresses. */
final class VariablesTest extends KernelFixture {
    private static final float SUBNORMAL = Float.MIN_NORMAL / 2;

    @Test
    void shouldDistinguishConstantVariablesFromGlobalOnes() {
        String text =
                """
                .const .align 4 .b32 first[3];
                .const .align 4 .b32 second;
                .global .align 4 .b32 other;
                .visible .entry k(.param .u64 p) {
                    .reg .pred %p<5>;
                    .reg .b32 %r<5>;
                    .reg .b64 %rd<9>;
                    ld.param.u64 %rd1, [p];
                    mov.u64 %rd2, first;
                    cvta.const.u64 %rd3, %rd2;
                    add.u64 %rd4, %rd3, 8;
                    mov.u64 %rd5, other;
                    cvta.global.u64 %rd6, %rd5;
                    isspacep.const %p1, %rd4;
                    selp.b32 %r1, 1, 0, %p1;
                    st.global.u32 [%rd1], %r1;
                    isspacep.global %p2, %rd4;
                    selp.b32 %r2, 1, 0, %p2;
                    st.global.u32 [%rd1+4], %r2;
                    isspacep.const %p3, %rd6;
                    selp.b32 %r3, 1, 0, %p3;
                    st.global.u32 [%rd1+8], %r3;
                    isspacep.global %p4, %rd6;
                    selp.b32 %r4, 1, 0, %p4;
                    st.global.u32 [%rd1+12], %r4;
                    ret;
                }
                """;
        long out = ints(7, 7, 7, 7);
        run(kernel(text, "k"), 1, 1, out);
        assertThat(ints(out, 4)).containsExactly(1, 0, 0, 1);
    }

    @Test
    void shouldKeepAVariableOfTheDeviceThatAFunctionDeclares() {
        String text =
                """
                .visible .entry k(.param .u64 p) {
                    .reg .b32 %r<5>; .reg .b64 %rd<9>;
                    .global .align 4 .u32 calls = 5;
                    { .const .align 4 .u32 step[2] = {0, 3}; .global .u32 calls = 100;
                      ld.const.u32 %r1, [step+4]; atom.global.add.u32 %r3, [calls], 1; }
                    atom.global.add.u32 %r2, [calls], %r1; add.u32 %r2, %r2, %r3;
                    ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], %r2; ret;
                }
                .visible .entry other(.param .u64 p) {
                    .reg .b32 %r<5>; .reg .b64 %rd<9>; .global .u32 calls;
                    ld.global.u32 %r1, [calls]; ld.param.u64 %rd1, [p];
                    st.global.u32 [%rd1], %r1; ret;
                }
                """;
        long module = load(text);
        long kernel = cuda.cuModuleGetFunction(module, "k");
        long out = ints(7, 7, 7);
        run(kernel, 1, 1, out);
        run(kernel, 1, 1, out + 4);
        run(cuda.cuModuleGetFunction(module, "other"), 1, 1, out + 8);
        assertThat(ints(out, 3)).containsExactly(105, 109, 0);
    }

    @Test
    void shouldPutTheAddressOfAFunctionIntoATableThatNamesItByAnAlias() {
        String text =
                """
                .func (.param .b32 r) twice(.param .b32 n) {
                    .reg .b32 %r<3>;
                    ld.param.b32 %r1, [n];
                    add.u32 %r2, %r1, %r1;
                    st.param.b32 [r], %r2;
                    ret;
                }
                .func (.param .b32 r) doubled(.param .b32 n);
                .alias doubled, twice;
                .global .align 8 .u64 table[1] = {doubled};
                .visible .entry k(.param .u64 p) {
                    .reg .b32 %r<3>;
                    .reg .b64 %rd<3>;
                    ld.param.u64 %rd1, [p];
                    ld.global.u64 %rd2, [table];
                    {
                    .param .b32 a;
                    .param .b32 b;
                    st.param.b32 [a], 21;
                    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
                    call (b), %rd2, (a), proto;
                    ld.param.b32 %r1, [b];
                    }
                    st.global.u32 [%rd1], %r1;
                    ret;
                }
                """;
        long out = ints(0);
        run(kernel(text, "k"), 1, 1, out);
        assertThat(ints(out, 1)).containsExactly(42);
    }

    @Test
    void shouldFlushSubnormalNumbersInAtomicSumsOfGlobalMemoryAlone() {
        String text =
                """
                .visible .entry k(.param .u64 p, .param .f32 x) {
                    .reg .f32 %f<5>;
                    .reg .b32 %r<3>;
                    .reg .b64 %rd<3>;
                    .shared .align 4 .b8 cell[4];
                    ld.param.u64 %rd1, [p];
                    ld.param.f32 %f1, [x];
                    mov.u32 %r1, cell;
                    st.shared.f32 [%r1], %f1;
                    atom.shared.add.f32 %f2, [%r1], %f1;
                    ld.shared.f32 %f3, [%r1];
                    st.global.f32 [%rd1+4], %f3;
                    atom.global.add.f32 %f4, [%rd1], %f1;
                    st.global.f32 [%rd1+8], %f4;
                    ret;
                }
                """;
        int bits = Float.floatToRawIntBits(SUBNORMAL);
        long out = ints(bits, 0, 0);
        run(kernel(text, "k"), 1, 1, out, SUBNORMAL);
        assertThat(ints(out, 3)).containsExactly(0, Float.floatToRawIntBits(2 * SUBNORMAL), bits);
    }
}
