// OpenCL 1.2 has no shuffles: the sum goes through local memory.
void addFloat(volatile global float* sum, float value) {
    union { uint bits; float number; } old, next;
    do {
        old.number = *sum;
        next.number = old.number + value;
    } while (atomic_cmpxchg((volatile global uint*)sum, old.bits, next.bits) != old.bits);
}

kernel void reduce(int n, global const float* in, global float* sum) {
    local float partial[256];
    int me = get_local_id(0);
    int stride = get_global_size(0);
    float value = 0;
    for (int i = get_global_id(0); i < n; i += stride) {
        value += in[i];
    }
    partial[me] = value;
    for (int distance = get_local_size(0) / 2; distance > 0; distance /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me < distance) {
            partial[me] += partial[me + distance];
        }
    }
    if (me == 0) {
        addFloat(sum, partial[0]);
    }
}
