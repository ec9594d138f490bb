// Convolution of an image with a separable filter, whose coefficients lie in constant memory: rows
// first, then columns. Outside of the image everything is zero.
#define RADIUS 8
#define TILE_X 32
#define TILE_Y 8

__constant__ float coefficients[2 * RADIUS + 1];

extern "C" __global__ void convolveRows(int width, int height, const float* in, float* out) {
    __shared__ float tile[TILE_Y][TILE_X + 2 * RADIUS];
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;
    for (int k = threadIdx.x; k < TILE_X + 2 * RADIUS; k += TILE_X) {
        int from = blockIdx.x * TILE_X + k - RADIUS;
        tile[threadIdx.y][k] = from >= 0 && from < width && y < height ? in[y * width + from] : 0;
    }
    __syncthreads();
    if (x < width && y < height) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++) {
            sum = fmaf(coefficients[k], tile[threadIdx.y][threadIdx.x + k], sum);
        }
        out[y * width + x] = sum;
    }
}

extern "C" __global__ void convolveColumns(int width, int height, const float* in, float* out) {
    __shared__ float tile[TILE_Y + 2 * RADIUS][TILE_X];
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;
    for (int k = threadIdx.y; k < TILE_Y + 2 * RADIUS; k += TILE_Y) {
        int from = blockIdx.y * TILE_Y + k - RADIUS;
        tile[k][threadIdx.x] = from >= 0 && from < height && x < width ? in[from * width + x] : 0;
    }
    __syncthreads();
    if (x < width && y < height) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++) {
            sum = fmaf(coefficients[k], tile[threadIdx.y + k][threadIdx.x], sum);
        }
        out[y * width + x] = sum;
    }
}
