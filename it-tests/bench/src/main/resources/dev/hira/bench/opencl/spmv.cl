// OpenCL 1.2 has no shuffles: the lanes' sums go through local memory.
#define WARP 32

kernel void multiply(int rows, global const int* rowStarts, global const int* columns, global const float* values,
                     global const float* restrict x, global float* y) {
    local float partial[128];
    int row = get_global_id(0) / WARP;
    int me = get_local_id(0);
    int lane = me % WARP;
    float sum = 0;
    if (row < rows) {
        for (int k = rowStarts[row] + lane; k < rowStarts[row + 1]; k += WARP) {
            sum += values[k] * x[columns[k]];
        }
    }
    partial[me] = sum;
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < distance) {
            partial[me] += partial[me + distance];
        }
    }
    if (lane == 0 && row < rows) {
        y[row] = partial[me];
    }
}
