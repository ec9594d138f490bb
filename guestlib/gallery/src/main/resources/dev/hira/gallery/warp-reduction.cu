// Sum by warp shuffles: shared memory holds one value of each warp only, and an atomic addition of
// each block brings the sums together.
#define WARP 32

__device__ float warpSum(float value) {
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        value += __shfl_down_sync(0xffffffffu, value, distance);
    }
    return value;
}

extern "C" __global__ void reduce(int n, const float* __restrict__ in, float* sum) {
    __shared__ float ofWarp[WARP];
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    int stride = gridDim.x * blockDim.x;
    float value = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        value += in[i];
    }
    value = warpSum(value);
    if (lane == 0) {
        ofWarp[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        value = warpSum(lane < blockDim.x / WARP ? ofWarp[lane] : 0);
        if (lane == 0) {
            atomicAdd(sum, value);
        }
    }
}
