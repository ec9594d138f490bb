package dev.hira.sim.driver;

import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUfunctionLoadingState;
import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUsharedconfig;
import dev.hira.api.cuda.CuFuncGetParamInfoResult;
import dev.hira.base.CountText;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.ModuleKernel;
import java.util.List;

/** Attributes and settings of kernels. */
interface FunctionCalls extends DriverCalls {
    @Override
    default int cuFuncGetAttribute(CUfunction_attribute attrib, long hfunc) {
        SimFunction function = lane().function(hfunc);
        ModuleKernel.Needs needs = needs(function);
        return switch (attrib) {
            case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK -> needs.maxThreadsPerBlock();
            case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES -> needs.sharedBytes();
            case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES -> needs.constantBytes();
            case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES -> needs.localBytes();
            case CU_FUNC_ATTRIBUTE_NUM_REGS -> needs.registers();
            case CU_FUNC_ATTRIBUTE_PTX_VERSION -> needs.ptxVersion();
            case CU_FUNC_ATTRIBUTE_BINARY_VERSION -> needs.binaryVersion();
            case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES -> function.maxDynamicShared;
            case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT -> function.carveout;
            case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA,
                    CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET,
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH,
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
                    CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH,
                    CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED,
                    CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE ->
                    0;
        };
    }

    /** Returns the resources that a kernel needs. */
    static ModuleKernel.Needs needs(SimFunction function) {
        try {
            return function.kernel().needs();
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
    }

    @Override
    default void cuFuncSetAttribute(long hfunc, CUfunction_attribute attrib, int value) {
        SimFunction function = lane().function(hfunc);
        switch (attrib) {
            case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES -> {
                int most = function.context().device().profile().limits().sharedPerBlockOptin();
                requireBetween(attrib, value, 0, most);
                function.maxDynamicShared = value;
            }
            case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT -> {
                requireBetween(attrib, value, SimFunction.NO_CARVEOUT, 100);
                function.carveout = value;
            }
            default ->
                    throw CudaFailures.invalidValue("the attribute " + attrib + " cannot be set");
        }
    }

    private static void requireBetween(
            CUfunction_attribute attribute, int value, int least, int most) {
        if (value < least || value > most) {
            throw CudaFailures.invalidValue(
                    attribute + " must be " + least + " to " + most + ", not " + value);
        }
    }

    @Override
    default void cuFuncSetCacheConfig(long hfunc, CUfunc_cache config) {
        lane().function(hfunc).cache = config;
    }

    @Override
    default void cuFuncSetSharedMemConfig(long hfunc, CUsharedconfig config) {
        lane().function(hfunc).banks = config;
    }

    @Override
    default CuFuncGetParamInfoResult cuFuncGetParamInfo(long func, long paramIndex) {
        List<ModuleKernel.Parameter> parameters;
        SimFunction function = lane().function(func);
        try {
            parameters = function.kernel().parameters();
        } catch (KernelFault fault) {
            throw CudaFailures.of(fault);
        }
        if (paramIndex < 0 || paramIndex >= parameters.size()) {
            throw CudaFailures.invalidValue(
                    "the kernel "
                            + function.kernel().name()
                            + " has "
                            + CountText.of(parameters.size(), "parameter")
                            + ", counted from 0; it has no parameter "
                            + Long.toUnsignedString(paramIndex));
        }
        ModuleKernel.Parameter parameter = parameters.get((int) paramIndex);
        return new CuFuncGetParamInfoResult(parameter.offset(), parameter.bytes());
    }

    @Override
    default long cuFuncGetModule(long hfunc) {
        return lane().function(hfunc).module().name();
    }

    @Override
    default String cuFuncGetName(long hfunc) {
        return lane().function(hfunc).kernel().name();
    }

    @Override
    default CUfunctionLoadingState cuFuncIsLoaded(long function) {
        lane().function(function);
        return CUfunctionLoadingState.CU_FUNCTION_LOADING_STATE_LOADED;
    }

    @Override
    default void cuFuncLoad(long function) {
        lane().function(function);
    }
}
