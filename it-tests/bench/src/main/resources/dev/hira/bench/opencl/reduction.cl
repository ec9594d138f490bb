kernel void reduce(int n, global const float* in, global float* out, local float* partial) {
    int me = get_local_id(0);
    int stride = get_global_size(0);
    float sum = 0;
    for (int i = get_global_id(0); i < n; i += stride) {
        sum += in[i];
    }
    partial[me] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int half_ = get_local_size(0) / 2; half_ > 0; half_ /= 2) {
        if (me < half_) {
            partial[me] += partial[me + half_];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (me == 0) {
        out[get_group_id(0)] = partial[0];
    }
}
