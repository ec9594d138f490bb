#define RADIUS 8
#define TILE_X 32
#define TILE_Y 8

kernel void convolveRows(int width, int height, constant float* coefficients, global const float* in,
                         global float* out) {
    local float tile[TILE_Y][TILE_X + 2 * RADIUS];
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int x = get_global_id(0);
    int y = get_global_id(1);
    for (int k = tx; k < TILE_X + 2 * RADIUS; k += TILE_X) {
        int from = (int)get_group_id(0) * TILE_X + k - RADIUS;
        tile[ty][k] = from >= 0 && from < width && y < height ? in[y * width + from] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < width && y < height) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++) {
            sum = fma(coefficients[k], tile[ty][tx + k], sum);
        }
        out[y * width + x] = sum;
    }
}

kernel void convolveColumns(int width, int height, constant float* coefficients, global const float* in,
                            global float* out) {
    local float tile[TILE_Y + 2 * RADIUS][TILE_X];
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int x = get_global_id(0);
    int y = get_global_id(1);
    for (int k = ty; k < TILE_Y + 2 * RADIUS; k += TILE_Y) {
        int from = (int)get_group_id(1) * TILE_Y + k - RADIUS;
        tile[k][tx] = from >= 0 && from < height && x < width ? in[from * width + x] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < width && y < height) {
        float sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * RADIUS; k++) {
            sum = fma(coefficients[k], tile[ty + k][tx], sum);
        }
        out[y * width + x] = sum;
    }
}
