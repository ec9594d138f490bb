// Transpose of a matrix of any shape. Tiles in shared memory make both reading and writing go
// along rows; the additional column keeps the banks of shared memory from colliding.
#define TILE 32
#define ROWS 8

extern "C" __global__ void transpose(int width, int height, const float* in, float* out) {
    __shared__ float tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += ROWS) {
        if (x < width && y + row < height) {
            tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
        }
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int row = 0; row < TILE; row += ROWS) {
        if (x < height && y + row < width) {
            out[(y + row) * height + x] = tile[threadIdx.x][threadIdx.y + row];
        }
    }
}
