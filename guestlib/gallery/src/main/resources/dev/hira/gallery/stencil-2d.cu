// One step of Jacobi's method for heat in a plate: each inner cell becomes the mean of its four
// neighbours, which the block reads from a tile with a border. The plate's rim stays.
#define TILE 16

extern "C" __global__ void __launch_bounds__(TILE* TILE)
    jacobi(int width, int height, const float* in, float* out) {
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    // 18 x 18 cells by 16 x 16 threads: some bring two.
    for (int k = threadIdx.y * TILE + threadIdx.x; k < (TILE + 2) * (TILE + 2); k += TILE * TILE) {
        int row = k / (TILE + 2);
        int column = k % (TILE + 2);
        int fromX = min(max((int)(blockIdx.x * TILE) + column - 1, 0), width - 1);
        int fromY = min(max((int)(blockIdx.y * TILE) + row - 1, 0), height - 1);
        tile[row][column] = in[fromY * width + fromX];
    }
    __syncthreads();
    if (x >= width || y >= height) {
        return;
    }
    int column = threadIdx.x + 1;
    int row = threadIdx.y + 1;
    bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    float vertical = tile[row - 1][column] + tile[row + 1][column];
    float horizontal = tile[row][column - 1] + tile[row][column + 1];
    out[y * width + x] = rim ? tile[row][column] : 0.25f * (vertical + horizontal);
}
