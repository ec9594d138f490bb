// Sum by a tree in shared memory: each block leaves one partial sum. Launched again with one block
// over the partial sums, it leaves the sum of all.
extern "C" __global__ void reduce(int n, const float* in, float* out) {
    extern __shared__ float partial[];
    int stride = gridDim.x * blockDim.x;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        sum += in[i];
    }
    partial[threadIdx.x] = sum;
    __syncthreads();
    // The block's size is a power of two.
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            partial[threadIdx.x] += partial[threadIdx.x + half];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        out[blockIdx.x] = partial[0];
    }
}
