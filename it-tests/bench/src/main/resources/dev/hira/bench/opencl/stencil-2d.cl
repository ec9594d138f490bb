#define TILE 16

kernel void jacobi(int width, int height, global const float* in, global float* out) {
    local float tile[TILE + 2][TILE + 2];
    int tx = get_local_id(0);
    int ty = get_local_id(1);
    int x = get_global_id(0);
    int y = get_global_id(1);
    for (int k = ty * TILE + tx; k < (TILE + 2) * (TILE + 2); k += TILE * TILE) {
        int row = k / (TILE + 2);
        int column = k % (TILE + 2);
        int fromX = min(max((int)get_group_id(0) * TILE + column - 1, 0), width - 1);
        int fromY = min(max((int)get_group_id(1) * TILE + row - 1, 0), height - 1);
        tile[row][column] = in[fromY * width + fromX];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x >= width || y >= height) {
        return;
    }
    int column = tx + 1;
    int row = ty + 1;
    bool rim = x == 0 || y == 0 || x == width - 1 || y == height - 1;
    float vertical = tile[row - 1][column] + tile[row + 1][column];
    float horizontal = tile[row][column - 1] + tile[row][column + 1];
    out[y * width + x] = rim ? tile[row][column] : 0.25f * (vertical + horizontal);
}
