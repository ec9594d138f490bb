package dev.hira.guest.cuda;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;

/** Makes the API's failures in the guest. */
final class Cuda {
    private Cuda() {}

    static CudaException failure(CUresult code, String message) {
        return new CudaException(code, message);
    }
}
