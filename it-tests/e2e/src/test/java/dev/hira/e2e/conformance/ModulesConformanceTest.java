package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUfunctionLoadingState;
import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUmoduleLoadingMode;
import dev.hira.api.cuda.CUsharedconfig;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules, their kernels and their variables are the same in every way. */
final class ModulesConformanceTest extends Conformance {
    private static final String PTX =
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .global .align 4 .u32 counter = 41;
            .visible .entry count(.param .u64 unused, .param .u32 step)
            {
              .reg .u32 %r<3>;
              .reg .u64 %d<2>;
              mov.u64 %d1, counter;
              ld.param.u32 %r1, [step];
              atom.global.add.u32 %r2, [%d1], %r1;
              ret;
            }
            .visible .entry share()
            .maxntid 64, 1, 1
            {
              .shared .align 4 .b8 scratch[256];
              .reg .u32 %r<2>;
              mov.u32 %r1, 1;
              st.shared.u32 [scratch], %r1;
              ret;
            }
            """;

    private static final long UNKNOWN = 0x0300_0000_00ab_cdefL;

    private long module;

    @BeforeEach
    void loadModule() {
        module = cuda.cuModuleLoadData(text(PTX));
    }

    private static MemorySegment text(String ptx) {
        return MemorySegment.ofArray(ptx.getBytes(StandardCharsets.UTF_8));
    }

    private long kernel(String name) {
        return cuda.cuModuleGetFunction(module, name);
    }

    @Test
    void shouldListTheKernelsOfAModule() {
        assertThat(cuda.cuModuleGetFunctionCount(module)).isEqualTo(2);
        assertThat(cuda.cuModuleEnumerateFunctions(9, module)).containsExactly("count", "share");
        assertThat(cuda.cuModuleEnumerateFunctions(1, module)).containsExactly("count");
        assertThat(cuda.cuModuleGetLoadingMode())
                .isEqualTo(CUmoduleLoadingMode.CU_MODULE_EAGER_LOADING);
    }

    @Test
    void shouldTellTheModuleAndTheNameOfAKernel() {
        long share = kernel("share");
        assertThat(cuda.cuFuncGetName(share)).isEqualTo("share");
        assertThat(cuda.cuFuncGetModule(share)).isEqualTo(module);
        cuda.cuFuncLoad(share);
        assertThat(cuda.cuFuncIsLoaded(share))
                .isEqualTo(CUfunctionLoadingState.CU_FUNCTION_LOADING_STATE_LOADED);
    }

    @Test
    void shouldChangeAVariableThatTheProgramReads() {
        var counter = cuda.cuModuleGetGlobal(module, "counter");
        assertThat(counter.bytes()).isEqualTo(4);
        assertThat(number(counter.dptr())).isEqualTo(41);
        long count = kernel("count");
        cuda.cuLaunchKernel(count, 2, 1, 1, 32, 1, 1, 0, 0, parameters(3));
        assertThat(number(counter.dptr())).isEqualTo(41 + 2 * 32 * 3);
        cuda.cuMemcpyHtoD(counter.dptr(), bytes((byte) 5, (byte) 0, (byte) 0, (byte) 0), 4);
        cuda.cuLaunchKernel(count, 1, 1, 1, 1, 1, 1, 0, 0, parameters(2));
        assertThat(number(counter.dptr())).isEqualTo(7);
    }

    private int number(long address) {
        return MemorySegment.ofArray(read(address, 4)).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
    }

    /** Packs the parameters of {@code count}. */
    private static MemorySegment parameters(int step) {
        MemorySegment packed = MemorySegment.ofArray(new byte[12]);
        packed.set(ValueLayout.JAVA_INT_UNALIGNED, 8, step);
        return packed;
    }

    @Test
    void shouldReportTheParametersAndNeedsOfAKernel() {
        long count = kernel("count");
        assertThat(cuda.cuFuncGetParamInfo(count, 1).paramOffset()).isEqualTo(8);
        assertThat(cuda.cuFuncGetParamInfo(count, 1).paramSize()).isEqualTo(4);
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> cuda.cuFuncGetParamInfo(count, 2));
        long share = kernel("share");
        assertThat(attribute(share, CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES))
                .isEqualTo(256);
        assertThat(attribute(share, CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK))
                .isEqualTo(64);
        shouldFail(
                "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
                () ->
                        cuda.cuLaunchKernel(
                                share,
                                1,
                                1,
                                1,
                                65,
                                1,
                                1,
                                0,
                                0,
                                MemorySegment.ofArray(new byte[0])));
    }

    private int attribute(long kernel, CUfunction_attribute attribute) {
        return cuda.cuFuncGetAttribute(attribute, kernel);
    }

    @Test
    void shouldKeepTheSettingsOfAKernel() {
        long share = kernel("share");
        var dynamic = CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        cuda.cuFuncSetAttribute(share, dynamic, 1024);
        cuda.cuFuncSetCacheConfig(share, CUfunc_cache.CU_FUNC_CACHE_PREFER_SHARED);
        cuda.cuFuncSetSharedMemConfig(
                share, CUsharedconfig.CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE);
        cuda.cuCtxSynchronize();
        assertThat(attribute(share, dynamic)).isEqualTo(1024);
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () -> cuda.cuFuncSetAttribute(share, dynamic, Integer.MAX_VALUE));
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () ->
                        cuda.cuFuncSetAttribute(
                                share, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, 8));
        assertThat(attribute(share, dynamic)).isEqualTo(1024);
    }

    @Test
    void shouldRefuseTextsThatAreNoModules() {
        shouldFail(
                "CUDA_ERROR_INVALID_PTX",
                () -> cuda.cuModuleLoadData(text(PTX.replace("atom.global", "atom.nowhere"))));
        shouldFail("CUDA_ERROR_INVALID_PTX", () -> cuda.cuModuleLoadData(text("no header")));
        shouldFail("CUDA_ERROR_INVALID_IMAGE", () -> cuda.cuModuleLoadData(text("\u007fELF\1\2")));
    }

    @Test
    void shouldRefuseKernelsAndVariablesThatAModuleLacks() {
        shouldFail("CUDA_ERROR_NOT_FOUND", () -> kernel("counter"));
        shouldFail("CUDA_ERROR_NOT_FOUND", () -> cuda.cuModuleGetGlobal(module, "count"));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuModuleGetFunctionCount(UNKNOWN));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuFuncGetName(module));
    }

    @Test
    void shouldEndTheKernelsOfAnUnloadedModule() {
        long count = kernel("count");
        long other = cuda.cuModuleLoadData(text(PTX));
        cuda.cuModuleUnload(module);
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuFuncGetName(count));
        shouldFail("CUDA_ERROR_INVALID_HANDLE", () -> cuda.cuModuleUnload(module));
        assertThat(cuda.cuModuleGetFunctionCount(other)).isEqualTo(2);
    }

    @Test
    void shouldLoadAModuleFromAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("count.ptx"), PTX);
        long loaded = cuda.cuModuleLoad(file.toString());
        assertThat(cuda.cuModuleGetFunctionCount(loaded)).isEqualTo(2);
        shouldFail(
                "CUDA_ERROR_FILE_NOT_FOUND",
                () -> cuda.cuModuleLoad(folder.resolve("missing.ptx").toString()));
    }
}
