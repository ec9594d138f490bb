kernel void accelerate(
    int n, float softening, global const float4* bodies, global float4* result, local float4* tile) {
    int i = get_global_id(0);
    int size = get_local_size(0);
    float4 me = i < n ? bodies[i] : (float4)(0);
    float sumX = 0;
    float sumY = 0;
    float sumZ = 0;
    for (int start = 0; start < n; start += size) {
        int other = start + get_local_id(0);
        tile[get_local_id(0)] = other < n ? bodies[other] : (float4)(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < size; k++) {
            float4 body = tile[k];
            float dx = body.x - me.x;
            float dy = body.y - me.y;
            float dz = body.z - me.z;
            float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening);
            float pull = body.w * inverse * inverse * inverse;
            sumX += pull * dx;
            sumY += pull * dy;
            sumZ += pull * dz;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) {
        result[i] = (float4)(sumX, sumY, sumZ, 0);
    }
}
