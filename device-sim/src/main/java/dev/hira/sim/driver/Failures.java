package dev.hira.sim.driver;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.kernel.KernelFault;
import org.jspecify.annotations.Nullable;

/** The failures of calls, as CUDA codes them. */
final class Failures {
    private Failures() {}

    static CudaException of(CUresult code, String message) {
        return new CudaException(code, message);
    }

    static CudaException invalidValue(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_VALUE, message);
    }

    static CudaException invalidHandle(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_HANDLE, message);
    }

    static CudaException invalidContext(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_CONTEXT, message);
    }

    static CudaException notSupported(String message) {
        return of(CUresult.CUDA_ERROR_NOT_SUPPORTED, message);
    }

    static CudaException outOfMemory(String message) {
        return of(CUresult.CUDA_ERROR_OUT_OF_MEMORY, message);
    }

    static CudaException of(KernelFault fault) {
        return of(fault.code(), String.valueOf(fault.getMessage()));
    }

    static CudaException of(WorkFault fault) {
        return of(code(fault), String.valueOf(fault.getMessage()));
    }

    /** The code of a fault; success when there is none. */
    static CUresult code(@Nullable WorkFault fault) {
        CUresult code = CUresult.find(fault == null ? 0 : fault.code());
        return code == null ? CUresult.CUDA_ERROR_UNKNOWN : code;
    }

    /** Refuses flags that the function does not know. */
    static void requireFlags(int flags, int known, String function) {
        if ((flags & ~known) != 0) {
            throw invalidValue(
                    function
                            + " has no flags 0x"
                            + Integer.toHexString(flags & ~known)
                            + "; it has those in 0x"
                            + Integer.toHexString(known)
                            + ".");
        }
    }

    static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }
}
