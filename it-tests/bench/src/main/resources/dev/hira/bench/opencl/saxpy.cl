kernel void saxpy(int n, float a, global const float* restrict x, global float* restrict y) {
    int stride = get_global_size(0);
    for (int i = get_global_id(0); i < n; i += stride) {
        y[i] = fma(a, x[i], y[i]);
    }
}
