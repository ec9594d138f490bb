// One step of the heat equation in a cube: a column of threads goes through the planes and keeps
// what lies before and behind it in registers. The cube's faces stay.
extern "C" __global__ void heat(int n, float rate, const float* __restrict__ in, float* __restrict__ out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
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
            // `here` is plane z - 1, an inner one.
            float neighbours =
                rim ? 0 : before + behind + in[i - 1] + in[i + 1] + in[i - n] + in[i + n];
            out[i] = rim ? here : fmaf(rate, fmaf(-6.0f, here, neighbours), here);
        }
        before = here;
        here = behind;
        i += plane;
    }
    out[i] = here;
}
