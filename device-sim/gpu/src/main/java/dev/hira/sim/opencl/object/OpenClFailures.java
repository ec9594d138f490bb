package dev.hira.sim.opencl.object;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import org.jspecify.annotations.Nullable;

/** Creates the exceptions of failed calls with OpenCL's codes. */
public final class OpenClFailures {
    private OpenClFailures() {}

    public static OpenClException of(ClResult code, String message) {
        return new OpenClException(code, message);
    }

    public static OpenClException invalidValue(String message) {
        return of(ClResult.CL_INVALID_VALUE, message);
    }

    public static OpenClException outOfResources(String message) {
        return of(ClResult.CL_OUT_OF_RESOURCES, message);
    }

    /** Returns the failure of a call that the devices refused. */
    public static OpenClException of(CudaException refused) {
        return of(code(CUresult.find(refused.code())), String.valueOf(refused.getMessage()));
    }

    private static ClResult code(@Nullable CUresult refused) {
        return switch (refused) {
            case CUDA_ERROR_OUT_OF_MEMORY -> ClResult.CL_MEM_OBJECT_ALLOCATION_FAILURE;
            case CUDA_ERROR_INVALID_VALUE -> ClResult.CL_INVALID_VALUE;
            case CUDA_ERROR_INVALID_CONTEXT, CUDA_ERROR_CONTEXT_IS_DESTROYED ->
                    ClResult.CL_INVALID_CONTEXT;
            case CUDA_ERROR_INVALID_PTX,
                    CUDA_ERROR_INVALID_IMAGE,
                    CUDA_ERROR_NO_BINARY_FOR_GPU,
                    CUDA_ERROR_UNSUPPORTED_PTX_VERSION ->
                    ClResult.CL_INVALID_BINARY;
            case CUDA_ERROR_NOT_FOUND -> ClResult.CL_INVALID_KERNEL_NAME;
            case CUDA_ERROR_NOT_SUPPORTED -> ClResult.CL_INVALID_OPERATION;
            case CUDA_ERROR_DEINITIALIZED -> ClResult.CL_INVALID_CONTEXT;
            case null, default -> ClResult.CL_OUT_OF_RESOURCES;
        };
    }

    public static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }
}
