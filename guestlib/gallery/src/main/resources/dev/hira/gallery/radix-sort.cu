// Radix sort, least significant digit first, stable: for each digit of 4 bits count the digits of
// each block, scan the counts, and scatter.
#define BITS 4
#define DIGITS (1 << BITS)
#define BLOCK 256
#define WARP 32
#define WARPS (BLOCK / WARP)

__device__ int digitOf(unsigned int key, int shift) { return key >> shift & (DIGITS - 1); }

// counts[digit * blocks + block]: so that one scan gives each block its places for each digit.
extern "C" __global__ void countDigits(int n, int shift, const unsigned int* keys, int* counts) {
    __shared__ int local[DIGITS];
    if (threadIdx.x < DIGITS) {
        local[threadIdx.x] = 0;
    }
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        atomicAdd(&local[digitOf(keys[i], shift)], 1);
    }
    __syncthreads();
    if (threadIdx.x < DIGITS) {
        counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
    }
}

// Exclusive prefix sums in place, by one block that goes over the counts in steps of its size.
extern "C" __global__ void scanCounts(int n, int* counts) {
    __shared__ int sums[BLOCK];
    int before = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int i = start + threadIdx.x;
        int own = i < n ? counts[i] : 0;
        sums[threadIdx.x] = own;
        for (int distance = 1; distance < BLOCK; distance *= 2) {
            __syncthreads();
            int other = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
            __syncthreads();
            sums[threadIdx.x] += other;
        }
        __syncthreads();
        if (i < n) {
            counts[i] = before + sums[threadIdx.x] - own;
        }
        before += sums[BLOCK - 1];
        __syncthreads();
    }
}

// A key's rank among the keys of its block with the same digit: those in its warp before it (by
// votes, one for each bit of the digit), and those of the warps before.
extern "C" __global__ void scatter(int n, int shift, const unsigned int* in, const int* places, unsigned int* out) {
    __shared__ int ofWarp[DIGITS][WARPS];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    int lane = threadIdx.x % WARP;
    int warp = threadIdx.x / WARP;
    for (int k = threadIdx.x; k < DIGITS * WARPS; k += BLOCK) {
        ofWarp[k / WARPS][k % WARPS] = 0;
    }
    __syncthreads();
    unsigned int key = i < n ? in[i] : 0;
    int digit = digitOf(key, shift);
    unsigned int same = __ballot_sync(0xffffffffu, i < n);
    for (int bit = 0; bit < BITS; bit++) {
        unsigned int set = __ballot_sync(0xffffffffu, digit >> bit & 1);
        same &= digit >> bit & 1 ? set : ~set;
    }
    int rank = __popc(same & ((1u << lane) - 1));
    if (i < n && rank == 0) {
        ofWarp[digit][warp] = __popc(same);
    }
    __syncthreads();
    if (i < n) {
        for (int k = 0; k < warp; k++) {
            rank += ofWarp[digit][k];
        }
        out[places[digit * gridDim.x + blockIdx.x] + rank] = key;
    }
}
