package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUresult;
import org.junit.jupiter.api.Test;

/** Tests addresses of functions that one kernel stores in memory and another one calls. */
final class FunctionPointersTest extends KernelFixture {
    private static final String FUNCTIONS =
            """
            .global .align 8 .u64 pointer;
            .func (.param .b32 r) twice(.param .b32 n) {
                .reg .b32 %r<3>;
                ld.param.b32 %r1, [n]; add.u32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret;
            }
            .func (.param .b32 r) thrice(.param .b32 n) {
                .reg .b32 %r<3>;
                ld.param.b32 %r1, [n]; mul.lo.u32 %r2, %r1, 3; st.param.b32 [r], %r2; ret;
            }
            .func other() { ret; }
            """;

    private static final String CALLER =
            """
            .visible .entry use(.param .u64 out) {
                .reg .b32 %r<3>; .reg .b64 %rd<3>;
                ld.param.u64 %rd1, [out]; ld.global.u64 %rd2, [pointer];
                {
                    .param .b32 n; .param .b32 r; st.param.b32 [n], 21;
                    shape: .callprototype (.param .b32 _) _ (.param .b32 _);
                    call (r), %rd2, (n), shape;
                    ld.param.b32 %r1, [r];
                }
                st.global.u32 [%rd1], %r1; ret;
            }
            """;

    /** Returns a kernel that stores the address of a function in memory. */
    private static String setter(String kernel, String function) {
        return """
        .visible .entry KERNEL() {
            .reg .b64 %rd<2>; mov.u64 %rd1, FUNCTION; st.global.u64 [pointer], %rd1; ret;
        }
        """
                .replace("KERNEL", kernel)
                .replace("FUNCTION", function);
    }

    @Test
    void shouldBeCalledByAKernelThatDoesNotNameThem() {
        long module = load(FUNCTIONS + CALLER + setter("two", "twice") + setter("three", "thrice"));
        long use = cuda.cuModuleGetFunction(module, "use");
        long out = ints(0);
        run(cuda.cuModuleGetFunction(module, "two"), 1, 1);
        run(use, 1, 32, out);
        assertThat(ints(out, 1)).containsExactly(42);
        run(cuda.cuModuleGetFunction(module, "three"), 1, 1);
        run(use, 1, 32, out);
        assertThat(ints(out, 1)).containsExactly(63);
    }

    @Test
    void shouldBeCalledThroughATableThatOnlyAnotherKernelNames() {
        String table = ".global .align 8 .u64 table[3] = {0, twice, thrice};\n";
        String set =
                """
                .visible .entry set() {
                    .reg .b64 %rd<3>; ld.global.u64 %rd1, [table+16];
                    st.global.u64 [pointer], %rd1; ret;
                }
                """;
        long module = load(FUNCTIONS + table + CALLER + set);
        long out = ints(0);
        run(cuda.cuModuleGetFunction(module, "set"), 1, 1);
        run(cuda.cuModuleGetFunction(module, "use"), 1, 32, out);
        assertThat(ints(out, 1)).containsExactly(63);
    }

    @Test
    void shouldRefuseAFunctionThatTakesOtherParameters() {
        long module = load(FUNCTIONS + CALLER + setter("set", "other"));
        run(cuda.cuModuleGetFunction(module, "set"), 1, 1);
        long use = cuda.cuModuleGetFunction(module, "use");
        assertThat(failure(use, 1, 1, ints(0)).error()).isEqualTo(CUresult.CUDA_ERROR_INVALID_PC);
    }
}
