#define TILE 32
#define ROWS 8

kernel void transpose(int width, int height, global const float* in, global float* out) {
    local float tile[TILE][TILE + 1];
    int x = get_group_id(0) * TILE + get_local_id(0);
    int y = get_group_id(1) * TILE + get_local_id(1);
    for (int row = 0; row < TILE; row += ROWS) {
        if (x < width && y + row < height) {
            tile[get_local_id(1) + row][get_local_id(0)] = in[(y + row) * width + x];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    x = get_group_id(1) * TILE + get_local_id(0);
    y = get_group_id(0) * TILE + get_local_id(1);
    for (int row = 0; row < TILE; row += ROWS) {
        if (x < height && y + row < width) {
            out[(y + row) * height + x] = tile[get_local_id(0)][get_local_id(1) + row];
        }
    }
}
