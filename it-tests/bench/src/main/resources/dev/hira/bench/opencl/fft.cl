#define LENGTH 1024
#define THREADS (LENGTH / 2)

kernel void transform(global const float2* in, global float2* out) {
    local float2 ping[LENGTH];
    local float2 pong[LENGTH];
    local float2* from = ping;
    local float2* to = pong;
    int t = get_local_id(0);
    size_t base = get_group_id(0) * LENGTH;
    from[t] = in[base + t];
    from[t + THREADS] = in[base + t + THREADS];
    for (int block = 1; block < LENGTH; block *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int k = t & (block - 1);
        float2 a = from[t];
        float2 b = from[t + THREADS];
        float angle = -(float)k / block;
        float sine = sinpi(angle);
        float cosine = cospi(angle);
        float2 turned = (float2)(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        int place = 2 * t - k;
        to[place] = a + turned;
        to[place + block] = a - turned;
        local float2* held = from;
        from = to;
        to = held;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[base + t] = from[t];
    out[base + t + THREADS] = from[t + THREADS];
}
