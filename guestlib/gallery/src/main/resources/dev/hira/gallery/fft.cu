// Fourier transforms of many signals of 1024 complex numbers each, one block for each: Stockham's
// algorithm between two halves of shared memory, radix 2, without reordering at the end.
#define LENGTH 1024
#define THREADS (LENGTH / 2)

extern "C" __global__ void __launch_bounds__(THREADS) transform(const float2* in, float2* out) {
    __shared__ float2 ping[LENGTH];
    __shared__ float2 pong[LENGTH];
    float2* from = ping;
    float2* to = pong;
    int t = threadIdx.x;
    size_t base = (size_t)blockIdx.x * LENGTH;
    from[t] = in[base + t];
    from[t + THREADS] = in[base + t + THREADS];
    for (int block = 1; block < LENGTH; block *= 2) {
        __syncthreads();
        int k = t & (block - 1);
        float2 a = from[t];
        float2 b = from[t + THREADS];
        float sine;
        float cosine;
        sincospif(-(float)k / block, &sine, &cosine);
        float2 turned = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        int place = 2 * t - k;
        to[place] = make_float2(a.x + turned.x, a.y + turned.y);
        to[place + block] = make_float2(a.x - turned.x, a.y - turned.y);
        float2* held = from;
        from = to;
        to = held;
    }
    __syncthreads();
    out[base + t] = from[t];
    out[base + t + THREADS] = from[t + THREADS];
}
