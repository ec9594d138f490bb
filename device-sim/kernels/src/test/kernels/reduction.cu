// Sum by warp shuffles, one atomic per block.
__device__ float warpSum(float value) {
    for (int distance = 16; distance > 0; distance /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, distance);
    }
    return value;
}

extern "C" __global__ void reduceSum(const float* data, float* sum, int n) {
    __shared__ float partial[32];
    extern __shared__ float scratch[];
    float value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        value += data[i];
    }
    value = warpSum(value);
    if (threadIdx.x % 32 == 0) {
        partial[threadIdx.x / 32] = value;
        scratch[threadIdx.x / 32] = value;
    }
    __syncthreads();
    if (threadIdx.x < 32) {
        value = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0;
        value = warpSum(value);
        if (threadIdx.x == 0) {
            atomicAdd(sum, value);
        }
    }
}
