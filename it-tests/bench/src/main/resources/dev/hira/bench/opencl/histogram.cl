#define BINS 256

kernel void histogram(int n, global const uchar* data, global uint* bins) {
    local uint counts[BINS];
    int me = get_local_id(0);
    for (int bin = me; bin < BINS; bin += get_local_size(0)) {
        counts[bin] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int stride = get_global_size(0);
    for (int i = get_global_id(0); i < n; i += stride) {
        atomic_inc(&counts[data[i]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int bin = me; bin < BINS; bin += get_local_size(0)) {
        if (counts[bin] != 0) {
            atomic_add(&bins[bin], counts[bin]);
        }
    }
}
