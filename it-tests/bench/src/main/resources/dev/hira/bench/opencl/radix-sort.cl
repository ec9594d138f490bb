// OpenCL 1.2 has no votes: the lanes of a group of 32 that have a digit are collected in local memory.
#define BITS 4
#define DIGITS (1 << BITS)
#define BLOCK 256
#define WARP 32
#define WARPS (BLOCK / WARP)

int digitOf(uint key, int shift) { return key >> shift & (DIGITS - 1); }

kernel void countDigits(int n, int shift, global const uint* keys, global int* counts) {
    local int found[DIGITS];
    int me = get_local_id(0);
    if (me < DIGITS) {
        found[me] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int i = get_global_id(0);
    if (i < n) {
        atomic_inc(&found[digitOf(keys[i], shift)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < DIGITS) {
        counts[me * get_num_groups(0) + get_group_id(0)] = found[me];
    }
}

kernel void scanCounts(int n, global int* counts) {
    local int sums[BLOCK];
    int me = get_local_id(0);
    int before = 0;
    for (int start = 0; start < n; start += BLOCK) {
        int i = start + me;
        int own = i < n ? counts[i] : 0;
        sums[me] = own;
        for (int distance = 1; distance < BLOCK; distance *= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int other = me >= distance ? sums[me - distance] : 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            sums[me] += other;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) {
            counts[i] = before + sums[me] - own;
        }
        before += sums[BLOCK - 1];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void scatter(int n, int shift, global const uint* in, global const int* places, global uint* out) {
    local uint lanes[DIGITS][WARPS];
    int me = get_local_id(0);
    int i = get_global_id(0);
    int lane = me % WARP;
    int warp = me / WARP;
    for (int k = me; k < DIGITS * WARPS; k += BLOCK) {
        lanes[k / WARPS][k % WARPS] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint key = i < n ? in[i] : 0;
    int digit = digitOf(key, shift);
    if (i < n) {
        atomic_or(&lanes[digit][warp], 1u << lane);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) {
        int rank = popcount(lanes[digit][warp] & ((1u << lane) - 1));
        for (int k = 0; k < warp; k++) {
            rank += popcount(lanes[digit][k]);
        }
        out[places[digit * get_num_groups(0) + get_group_id(0)] + rank] = key;
    }
}
