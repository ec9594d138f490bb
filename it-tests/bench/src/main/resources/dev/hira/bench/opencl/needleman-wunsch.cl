#define TILE 32

kernel void alignDiagonal(int length, int diagonal, int firstRow, global const uchar* a, global const uchar* b,
                          int match, int mismatch, int gap, global int* scores) {
    local int tile[TILE + 1][TILE + 1];
    local uchar rowLetters[TILE];
    int lane = get_local_id(0);
    int tileRow = firstRow + get_group_id(0);
    int top = tileRow * TILE;
    int left = (diagonal - tileRow) * TILE;
    int pitch = length + 1;
    rowLetters[lane] = a[top + lane];
    uchar letter = b[left + lane];
    tile[0][lane + 1] = scores[top * pitch + left + lane + 1];
    tile[lane + 1][0] = scores[(top + lane + 1) * pitch + left];
    if (lane == 0) {
        tile[0][0] = scores[top * pitch + left];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 0; step < 2 * TILE - 1; step++) {
        int row = step - lane;
        if (row >= 0 && row < TILE) {
            int aligned = tile[row][lane] + (rowLetters[row] == letter ? match : mismatch);
            int skipped = max(tile[row][lane + 1], tile[row + 1][lane]) + gap;
            tile[row + 1][lane + 1] = max(aligned, skipped);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int row = 0; row < TILE; row++) {
        scores[(top + row + 1) * pitch + left + lane + 1] = tile[row + 1][lane + 1];
    }
}
