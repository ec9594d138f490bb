// Output and assertions of the device: the first thread of each block prints a line.
#include <assert.h>
#include <stdio.h>

extern "C" __global__ void print(int n, const int* values, int* doubled) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(blockDim.x % 32 == 0);
    if (i < n) {
        doubled[i] = 2 * values[i];
        if (threadIdx.x == 0) {
            printf("block %d of %d: %s %d is %d, half of it %.2f, 100%% of %llu\n", blockIdx.x, gridDim.x, "twice",
                   values[i], doubled[i], values[i] / 2.0, (unsigned long long)n);
        }
    }
}
