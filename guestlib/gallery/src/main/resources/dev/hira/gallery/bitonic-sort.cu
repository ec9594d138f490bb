// Bitonic sort of a power of two of keys. Distances that fit into a block are sorted in shared
// memory; each larger one takes a launch of its own.
#define BLOCK 512  // keys that a block holds, two for each thread

__device__ void order(unsigned int& a, unsigned int& b, bool ascending) {
    if ((a > b) == ascending) {
        unsigned int held = a;
        a = b;
        b = held;
    }
}

// One step of one distance in global memory.
extern "C" __global__ void mergeGlobal(unsigned int* keys, int size, int distance) {
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    int low = 2 * pair - (pair & (distance - 1));
    order(keys[low], keys[low + distance], (low & size) == 0);
}

// The steps of all distances less than a block's size: of the sizes from `first` to `last`.
extern "C" __global__ void sortShared(unsigned int* keys, int first, int last) {
    __shared__ unsigned int local[BLOCK];
    int base = blockIdx.x * BLOCK;
    int half = BLOCK / 2;
    local[threadIdx.x] = keys[base + threadIdx.x];
    local[threadIdx.x + half] = keys[base + threadIdx.x + half];
    for (int size = first; size <= last; size *= 2) {
        for (int distance = min(size, BLOCK) / 2; distance > 0; distance /= 2) {
            __syncthreads();
            int low = 2 * threadIdx.x - (threadIdx.x & (distance - 1));
            order(local[low], local[low + distance], ((base + low) & size) == 0);
        }
    }
    __syncthreads();
    keys[base + threadIdx.x] = local[threadIdx.x];
    keys[base + threadIdx.x + half] = local[threadIdx.x + half];
}
