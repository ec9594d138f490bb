// OpenCL 1.2 has no shuffles: the sums go through local memory.
#define BLOCK 512

kernel void scanBlocks(int n, global const int* in, global int* out, global int* totals) {
    local int sums[BLOCK];
    int i = get_global_id(0);
    int me = get_local_id(0);
    int value = i < n ? in[i] : 0;
    sums[me] = value;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int before = me >= distance ? sums[me - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += before;
        sums[me] = value;
    }
    if (i < n) {
        out[i] = value;
    }
    if (me == BLOCK - 1) {
        totals[get_group_id(0)] = value;
    }
}

kernel void addOffsets(int n, global int* data, global const int* scannedTotals) {
    int i = get_global_id(0);
    int block = get_group_id(0);
    if (block > 0 && i < n) {
        data[i] += scannedTotals[block - 1];
    }
}
