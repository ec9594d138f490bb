float normalDistribution(float x) {
    const float scale = 0.39894228040143267794f;
    float k = 1 / (1 + 0.2316419f * fabs(x));
    float polynomial =
        k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float tail = scale * exp(-0.5f * x * x) * polynomial;
    return x > 0 ? 1 - tail : tail;
}

kernel void blackScholes(int n, float rate, float volatility, global const float* prices, global const float* strikes,
                         global const float* years, global float* calls, global float* puts) {
    int stride = get_global_size(0);
    for (int i = get_global_id(0); i < n; i += stride) {
        float price = prices[i];
        float strike = strikes[i];
        float deviation = volatility * sqrt(years[i]);
        float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * years[i]) / deviation;
        float d2 = d1 - deviation;
        float discounted = strike * exp(-rate * years[i]);
        float n1 = normalDistribution(d1);
        float n2 = normalDistribution(d2);
        calls[i] = price * n1 - discounted * n2;
        puts[i] = discounted * (1 - n2) - price * (1 - n1);
    }
}
