// Output and assertions from the device.
#include <assert.h>
#include <stdio.h>
extern "C" __global__ void hello(int limit, double value) {
    printf("block %d thread %d: %s %f\n", blockIdx.x, threadIdx.x, "hello", value);
    assert((int)threadIdx.x < limit);
}
