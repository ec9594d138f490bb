package dev.hira.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUresult;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests the driver's information about modules from a compiler. */
final class PtxImageTest extends SimFixture {
    private long load(String name) {
        return cuda.cuModuleLoad("../kernels/src/test/kernels/" + name + ".ptx");
    }

    @Test
    void shouldReportTheParametersOfAKernel() {
        long function = cuda.cuModuleGetFunction(load("structs.sm_75"), "move");
        assertThat(cuda.cuFuncGetParamInfo(function, 1).paramOffset()).isEqualTo(8);
        assertThat(cuda.cuFuncGetParamInfo(function, 1).paramSize()).isEqualTo(32);
        assertThat(cuda.cuFuncGetParamInfo(function, 2).paramSize()).isEqualTo(2);
        shouldFail(CUresult.CUDA_ERROR_INVALID_VALUE, () -> cuda.cuFuncGetParamInfo(function, 6));
        assertThat(attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES))
                .isEqualTo(32);
    }

    @Test
    void shouldReportTheAttributesOfAKernel() {
        long module = load("matmul.sm_75");
        long function = cuda.cuModuleGetFunction(module, "matmul");
        assertThat(attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES))
                .isEqualTo(2048);
        assertThat(
                        attribute(
                                function,
                                CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK))
                .isEqualTo(256);
        assertThat(attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_PTX_VERSION))
                .as("the virtual architecture, as programs expect, not the text's .version")
                .isEqualTo(75);
        assertThat(attribute(function, CUfunction_attribute.CU_FUNC_ATTRIBUTE_BINARY_VERSION))
                .isEqualTo(75);
        assertThat(cuda.cuModuleGetFunctionCount(module)).isEqualTo(1);
        assertThat(cuda.cuModuleEnumerateFunctions(9, module)).containsExactly("matmul");
        shouldFail(
                CUresult.CUDA_ERROR_NOT_FOUND, () -> cuda.cuModuleGetFunction(module, "matmul2"));
    }

    private int attribute(long function, CUfunction_attribute attribute) {
        return cuda.cuFuncGetAttribute(attribute, function);
    }

    @Test
    void shouldPlaceVariablesWithTheirInitialValuesInTheDevicesPartOfTheWindow() {
        long free = cuda.cuMemGetInfo().free();
        long module = load("globals.sm_75");
        var counter = cuda.cuModuleGetGlobal(module, "counter");
        assertThat(counter.dptr()).isGreaterThanOrEqualTo(AddressWindow.of(context).deviceStart());
        assertThat(counter.bytes()).isEqualTo(4);
        assertThat(read(counter.dptr(), 4)).containsExactly(7, 0, 0, 0);
        assertThat(longAt(module, "pointer", 0)).isEqualTo(counter.dptr());
        long table = cuda.cuModuleGetGlobal(module, "table").dptr();
        assertThat(longAt(module, "cells", 0)).isEqualTo(table + 24);
        assertThat(longAt(module, "cells", 8)).isEqualTo(table + 16);
        assertThat(Double.longBitsToDouble(longAt(module, "table", 32))).isEqualTo(5);
        assertThat(longAt(module, "table", 40)).isZero();
        assertThat(
                        new String(
                                read(cuda.cuModuleGetGlobal(module, "text").dptr(), 7),
                                StandardCharsets.US_ASCII))
                .isEqualTo("globals");
        shouldFail(CUresult.CUDA_ERROR_NOT_FOUND, () -> cuda.cuModuleGetGlobal(module, "none"));
        cuda.cuModuleUnload(module);
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    private long longAt(long module, String name, int offset) {
        byte[] bytes = read(cuda.cuModuleGetGlobal(module, name).dptr() + offset, 8);
        return MemorySegment.ofArray(bytes).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    @Test
    void shouldRefuseAModuleWithTheParsersErrorsAndFreeItsVariables() {
        long free = cuda.cuMemGetInfo().free();
        assertThatThrownBy(() ->
                        loadText(
                                """
                                .version 9.0
                                .target sm_75
                                .global .b8 big[100000];
                                .entry k() { add.s32 %r1, 2, 3; ret 4; }
                                """))
                .hasMessageContaining("Line 4, column 22: The register '%r1' is not declared.")
                .hasMessageContaining("'ret' takes 0 operands but has 1.");
        String unresolved =
                ".version 9.0\n.target sm_75\n.global .b8 a[8];\n.extern .global .b8 b;";
        shouldFail(CUresult.CUDA_ERROR_INVALID_PTX, () -> loadText(unresolved));
        assertThat(cuda.cuMemGetInfo().free()).isEqualTo(free);
    }

    private void loadText(String text) {
        cuda.cuModuleLoadData(MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8)));
    }
}
