// Half precision, single and in pairs.
#include <cuda_fp16.h>
extern "C" __global__ void halfAxpy(int n, __half a, const __half* x, __half* y, __half2* pairs) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = __hfma(a, x[i], y[i]);
        pairs[i] = __hmul2(pairs[i], __halves2half2(x[i], a));
        if (__hgt(y[i], __float2half(100.0f))) {
            y[i] = __hneg(y[i]);
        }
    }
}
