package dev.hira.sim.driver.object;

import dev.hira.api.CallbackThread;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import org.jspecify.annotations.Nullable;

/** Creates the exceptions of failed calls with CUDA's codes. */
public final class CudaFailures {
    private CudaFailures() {}

    public static CudaException of(CUresult code, String message) {
        return new CudaException(code, message);
    }

    public static CudaException invalidValue(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_VALUE, message);
    }

    /** Refuses a call by a thread that runs a host function or callback. */
    public static void requireNoCallback() {
        if (CallbackThread.isCurrent()) {
            throw of(
                    CUresult.CUDA_ERROR_NOT_PERMITTED,
                    "a host function or callback must not call CUDA; let another thread make the call");
        }
    }

    public static CudaException invalidHandle(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_HANDLE, message);
    }

    public static CudaException invalidContext(String message) {
        return of(CUresult.CUDA_ERROR_INVALID_CONTEXT, message);
    }

    public static CudaException notSupported(String message) {
        return of(CUresult.CUDA_ERROR_NOT_SUPPORTED, message);
    }

    public static CudaException outOfMemory(String message) {
        return of(CUresult.CUDA_ERROR_OUT_OF_MEMORY, message);
    }

    public static CudaException of(KernelFault fault) {
        return of(code(fault.kind()), String.valueOf(fault.getMessage()));
    }

    static CudaException of(WorkFault fault) {
        return of(code(fault), String.valueOf(fault.getMessage()));
    }

    /** The CUDA error code for a kind of fault. */
    static CUresult code(FaultKind kind) {
        return switch (kind) {
            case ASSERT -> CUresult.CUDA_ERROR_ASSERT;
            case CONTEXT_IS_DESTROYED -> CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED;
            case COOPERATIVE_LAUNCH_TOO_LARGE -> CUresult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
            case HARDWARE_STACK_ERROR -> CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR;
            case ILLEGAL_ADDRESS -> CUresult.CUDA_ERROR_ILLEGAL_ADDRESS;
            case ILLEGAL_INSTRUCTION -> CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION;
            case INVALID_IMAGE -> CUresult.CUDA_ERROR_INVALID_IMAGE;
            case INVALID_PC -> CUresult.CUDA_ERROR_INVALID_PC;
            case INVALID_PTX -> CUresult.CUDA_ERROR_INVALID_PTX;
            case INVALID_VALUE -> CUresult.CUDA_ERROR_INVALID_VALUE;
            case LAUNCH_FAILED -> CUresult.CUDA_ERROR_LAUNCH_FAILED;
            case LAUNCH_OUT_OF_RESOURCES -> CUresult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
            case LAUNCH_TIMEOUT -> CUresult.CUDA_ERROR_LAUNCH_TIMEOUT;
            case MISALIGNED_ADDRESS -> CUresult.CUDA_ERROR_MISALIGNED_ADDRESS;
            case NOT_SUPPORTED -> CUresult.CUDA_ERROR_NOT_SUPPORTED;
            case OUT_OF_MEMORY -> CUresult.CUDA_ERROR_OUT_OF_MEMORY;
        };
    }

    /** Returns the code of a fault; success when there is none. */
    public static CUresult code(@Nullable WorkFault fault) {
        CUresult code = CUresult.find(fault == null ? 0 : fault.code());
        return code == null ? CUresult.CUDA_ERROR_UNKNOWN : code;
    }

    /** Refuses flags that the function does not know. */
    public static void requireFlags(int flags, int known, String function) {
        if ((flags & ~known) != 0) {
            throw invalidValue(
                    function
                            + " has no flags 0x"
                            + Integer.toHexString(flags & ~known)
                            + "; it has those in 0x"
                            + Integer.toHexString(known));
        }
    }

    public static String hex(long number) {
        return "0x" + Long.toHexString(number);
    }
}
