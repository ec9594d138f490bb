// Prices of European options by the formula of Black and Scholes.
__device__ float normalDistribution(float x) {
    // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17.
    const float scale = 0.39894228040143267794f;
    float k = 1 / (1 + 0.2316419f * fabsf(x));
    float polynomial =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = scale * expf(-0.5f * x * x) * polynomial;
    return x > 0 ? 1 - tail : tail;
}

extern "C" __global__ void blackScholes(int n, float rate, float volatility, const float* prices,
                                        const float* strikes, const float* years, float* calls, float* puts) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        float price = prices[i];
        float strike = strikes[i];
        float deviation = volatility * sqrtf(years[i]);
        float d1 = (logf(price / strike) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
        float d2 = d1 - deviation;
        float discounted = strike * expf(-rate * years[i]);
        float n1 = normalDistribution(d1);
        float n2 = normalDistribution(d2);
        calls[i] = price * n1 - discounted * n2;
        puts[i] = discounted * (1 - n2) - price * (1 - n1);
    }
}
