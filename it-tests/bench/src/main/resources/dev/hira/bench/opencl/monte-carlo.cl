// OpenCL 1.2 has no shuffles: the hits are added in local memory.
#define ROUNDS 10

uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < ROUNDS; round++) {
        uint high0 = mul_hi(0xD2511F53u, counter.x);
        uint low0 = 0xD2511F53u * counter.x;
        uint high1 = mul_hi(0xCD9E8D57u, counter.z);
        uint low1 = 0xCD9E8D57u * counter.z;
        counter = (uint4)(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return counter;
}

int inside(uint x, uint y) {
    ulong xx = (ulong)(x >> 1) * (x >> 1);
    ulong yy = (ulong)(y >> 1) * (y >> 1);
    return xx + yy < 1ul << 62;
}

kernel void countInside(int draws, uint low, uint high, global uint* count) {
    local uint sum;
    uint thread = get_global_id(0);
    if (get_local_id(0) == 0) {
        sum = 0;
    }
    uint2 key = (uint2)(low, high);
    int hits = 0;
    for (int draw = 0; draw < draws; draw++) {
        uint4 numbers = philox((uint4)(thread, draw, 0, 0), key);
        hits += inside(numbers.x, numbers.y) + inside(numbers.z, numbers.w);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, hits);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_add(count, sum);
    }
}
