// Inclusive prefix sums. scanBlocks scans each block for itself and leaves its total; the totals
// are scanned likewise; addOffsets adds to each block what lies before it.
#define WARP 32

__device__ int warpScan(int value, int lane) {
    for (int distance = 1; distance < WARP; distance *= 2) {
        int before = __shfl_up_sync(0xffffffffu, value, distance);
        if (lane >= distance) {
            value += before;
        }
    }
    return value;
}

extern "C" __global__ void scanBlocks(int n, const int* in, int* out, int* totals) {
    __shared__ int ofWarp[WARP];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    int value = warpScan(i < n ? in[i] : 0, lane);
    if (lane == WARP - 1) {
        ofWarp[warp] = value;
    }
    __syncthreads();
    if (warp == 0) {
        ofWarp[lane] = warpScan(lane < blockDim.x / WARP ? ofWarp[lane] : 0, lane);
    }
    __syncthreads();
    if (warp > 0) {
        value += ofWarp[warp - 1];
    }
    if (i < n) {
        out[i] = value;
    }
    if (threadIdx.x == blockDim.x - 1) {
        totals[blockIdx.x] = value;
    }
}

extern "C" __global__ void addOffsets(int n, int* data, const int* scannedTotals) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x > 0 && i < n) {
        data[i] += scannedTotals[blockIdx.x - 1];
    }
}
