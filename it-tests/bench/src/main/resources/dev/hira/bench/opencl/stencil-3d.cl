kernel void heat(int n, float rate, global const float* restrict in, global float* restrict out) {
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= n || y >= n) {
        return;
    }
    bool rim = x == 0 || y == 0 || x == n - 1 || y == n - 1;
    int plane = n * n;
    int i = y * n + x;
    float before = 0;
    float here = in[i];
    out[i] = here;
    for (int z = 1; z < n; z++) {
        float behind = in[i + plane];
        if (z > 1) {
            float neighbours = rim ? 0 : before + behind + in[i - 1] + in[i + 1] + in[i - n] + in[i + n];
            out[i] = rim ? here : fma(rate, fma(-6.0f, here, neighbours), here);
        }
        before = here;
        here = behind;
        i += plane;
    }
    out[i] = here;
}
