// How often each byte occurs: counted by atomics in shared memory, then added up in global memory.
#define BINS 256

extern "C" __global__ void histogram(int n, const unsigned char* data, unsigned int* bins) {
    __shared__ unsigned int local[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        local[bin] = 0;
    }
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        atomicAdd(&local[data[i]], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        if (local[bin] != 0) {
            atomicAdd(&bins[bin], local[bin]);
        }
    }
}
