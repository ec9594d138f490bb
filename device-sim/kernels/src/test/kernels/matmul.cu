// Tiled matrix product in shared memory.
#define TILE 16
extern "C" __global__ void __launch_bounds__(TILE* TILE)
    matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y;
    int column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tileA[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++) {
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        }
        __syncthreads();
    }
    c[row * n + column] = sum;
}
