#define BLOCK 512

kernel void mergeGlobal(global uint* keys, int size, int distance) {
    int pair = get_global_id(0);
    int low = 2 * pair - (pair & (distance - 1));
    uint a = keys[low];
    uint b = keys[low + distance];
    if ((a > b) == ((low & size) == 0)) {
        keys[low] = b;
        keys[low + distance] = a;
    }
}

kernel void sortShared(global uint* keys, int first, int last) {
    local uint held[BLOCK];
    int me = get_local_id(0);
    int base = get_group_id(0) * BLOCK;
    int middle = BLOCK / 2;
    held[me] = keys[base + me];
    held[me + middle] = keys[base + me + middle];
    for (int size = first; size <= last; size *= 2) {
        for (int distance = min(size, BLOCK) / 2; distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int low = 2 * me - (me & (distance - 1));
            uint a = held[low];
            uint b = held[low + distance];
            if ((a > b) == (((base + low) & size) == 0)) {
                held[low] = b;
                held[low + distance] = a;
            }
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[base + me] = held[me];
    keys[base + me + middle] = held[me + middle];
}
