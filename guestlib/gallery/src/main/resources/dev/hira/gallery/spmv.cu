// Product of a sparse matrix (compressed rows) and a vector, a warp for each row.
#define WARP 32

extern "C" __global__ void multiply(int rows, const int* rowStarts, const int* columns, const float* values,
                                    const float* __restrict__ x, float* y) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= rows) {
        return;
    }
    float sum = 0;
    for (int k = rowStarts[row] + lane; k < rowStarts[row + 1]; k += WARP) {
        sum += values[k] * x[columns[k]];
    }
    for (int mask = WARP / 2; mask > 0; mask /= 2) {
        sum += __shfl_xor_sync(0xffffffffu, sum, mask);
    }
    if (lane == 0) {
        y[row] = sum;
    }
}
