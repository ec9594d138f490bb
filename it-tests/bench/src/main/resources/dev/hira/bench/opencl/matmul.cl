#define TILE 16

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1))) void matmul(
    int n, global const float* a, global const float* b, global float* c) {
    local float tileA[TILE][TILE];
    local float tileB[TILE][TILE];
    int x = get_local_id(0);
    int y = get_local_id(1);
    int row = get_global_id(1);
    int column = get_global_id(0);
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tileA[y][x] = a[row * n + start + x];
        tileB[y][x] = b[(start + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
        for (int k = 0; k < TILE; k++) {
            sum = fma(tileA[y][k], tileB[k][x], sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
