// y = a x + y and the larger of both terms, in half precision, two elements at a time.
#include <cuda_fp16.h>

extern "C" __global__ void halfAxpy(int pairs, __half a, const __half2* x, __half2* y, __half2* larger) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < pairs) {
        __half2 a2 = __half2half2(a);
        __half2 product = __hmul2(a2, x[i]);
        __half2 before = y[i];
        y[i] = __hfma2(a2, x[i], before);
        // The larger one, element by element, by way of float.
        float low = fmaxf(__low2float(product), __low2float(before));
        float high = fmaxf(__high2float(product), __high2float(before));
        larger[i] = __floats2half2_rn(low, high);
    }
}
