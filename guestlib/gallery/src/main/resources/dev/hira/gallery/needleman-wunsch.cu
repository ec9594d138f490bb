// Scores of the best alignments of two sequences: tiles along a diagonal do not depend on each
// other, so each diagonal is a launch; within a tile threads move along its diagonals.
#define TILE 32

// scores has length + 1 rows and columns, the first of which are given.
extern "C" __global__ void __launch_bounds__(TILE)
    alignDiagonal(int length, int diagonal, int firstRow, const unsigned char* a, const unsigned char* b, int match,
                  int mismatch, int gap, int* scores) {
    __shared__ int tile[TILE + 1][TILE + 1];
    __shared__ unsigned char rowLetters[TILE];
    int lane = threadIdx.x;
    int tileRow = firstRow + blockIdx.x;
    int top = tileRow * TILE;
    int left = (diagonal - tileRow) * TILE;
    int pitch = length + 1;
    rowLetters[lane] = a[top + lane];
    unsigned char letter = b[left + lane];
    tile[0][lane + 1] = scores[top * pitch + left + lane + 1];
    tile[lane + 1][0] = scores[(top + lane + 1) * pitch + left];
    if (lane == 0) {
        tile[0][0] = scores[top * pitch + left];
    }
    __syncthreads();
    for (int step = 0; step < 2 * TILE - 1; step++) {
        int row = step - lane;
        if (row >= 0 && row < TILE) {
            int aligned = tile[row][lane] + (rowLetters[row] == letter ? match : mismatch);
            int skipped = max(tile[row][lane + 1], tile[row + 1][lane]) + gap;
            tile[row + 1][lane + 1] = max(aligned, skipped);
        }
        __syncthreads();
    }
    for (int row = 0; row < TILE; row++) {
        scores[(top + row + 1) * pitch + left + lane + 1] = tile[row + 1][lane + 1];
    }
}
