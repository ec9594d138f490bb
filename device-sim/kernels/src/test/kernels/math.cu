// Double precision and the mathematical library that the compiler inlines.
extern "C" __global__ void mathematics(int n, const double* x, double* out, const float* f, float* g) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = sin(x[i]) + exp(x[i]) * log(fabs(x[i]) + 1.0) + sqrt(x[i]) / cbrt(x[i]) + erf(x[i]);
        g[i] = sinf(f[i]) + __expf(f[i]) + powf(f[i], 1.5f) + rsqrtf(f[i]) + fmodf(f[i], 3.0f);
    }
}
