// The number of random points of the unit square that lie in the unit circle. Each thread draws its
// own from Philox 4x32-10, a generator that computes the n-th numbers from n.
// Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011).
#define ROUNDS 10

__device__ uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < ROUNDS; round++) {
        unsigned int high0 = __umulhi(0xD2511F53u, counter.x);
        unsigned int low0 = 0xD2511F53u * counter.x;
        unsigned int high1 = __umulhi(0xCD9E8D57u, counter.z);
        unsigned int low1 = 0xCD9E8D57u * counter.z;
        counter = make_uint4(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}

// Whether the point of 32-bit coordinates lies in the circle, in whole numbers.
__device__ int inside(unsigned int x, unsigned int y) {
    unsigned long long xx = (unsigned long long)(x >> 1) * (x >> 1);
    unsigned long long yy = (unsigned long long)(y >> 1) * (y >> 1);
    return xx + yy < 1ull << 62;
}

extern "C" __global__ void countInside(int draws, unsigned long long seed, unsigned long long* count) {
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    uint2 key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    int hits = 0;
    for (int draw = 0; draw < draws; draw++) {
        uint4 numbers = philox(make_uint4(thread, draw, 0, 0), key);
        hits += inside(numbers.x, numbers.y) + inside(numbers.z, numbers.w);
    }
    // The warp's sum, then one addition for each warp.
    for (int distance = 16; distance > 0; distance /= 2) {
        hits += __shfl_down_sync(0xffffffffu, hits, distance);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(count, (unsigned long long)hits);
    }
}
