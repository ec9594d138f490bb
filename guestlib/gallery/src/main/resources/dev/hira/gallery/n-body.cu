// Accelerations of bodies that attract each other, every pair computed. Bodies (x, y, z, mass)
// pass through shared memory, a block of them at a time.
extern "C" __global__ void accelerate(int n, float softening, const float4* bodies, float4* result) {
    extern __shared__ float4 tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
    float3 sum = make_float3(0, 0, 0);
    for (int start = 0; start < n; start += blockDim.x) {
        int other = start + threadIdx.x;
        // A body without mass attracts no other.
        tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) {
            float4 body = tile[k];
            float dx = body.x - me.x;
            float dy = body.y - me.y;
            float dz = body.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
            float pull = body.w * inverse * inverse * inverse;
            sum.x += pull * dx;
            sum.y += pull * dy;
            sum.z += pull * dz;
        }
        __syncthreads();
    }
    if (i < n) {
        result[i] = make_float4(sum.x, sum.y, sum.z, 0);
    }
}
