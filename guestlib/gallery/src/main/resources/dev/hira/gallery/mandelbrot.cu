// The number of steps that each point of the plane takes to leave the circle of radius 2, at most `limit`.
// Products and sums that must not be fused are marked: the counts are the same to the bit everywhere.
struct View {
    float left;
    float top;
    float step;
    int width;
    int height;
    int limit;
};

extern "C" __global__ void mandelbrot(View view, int* counts) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= view.width || row >= view.height) {
        return;
    }
    float cx = fmaf(column, view.step, view.left);
    float cy = fmaf(row, view.step, view.top);
    float x = 0;
    float y = 0;
    int count = 0;
    while (count < view.limit) {
        float xx = __fmul_rn(x, x);
        float yy = __fmul_rn(y, y);
        if (__fadd_rn(xx, yy) > 4) {
            break;
        }
        y = fmaf(2 * x, y, cy);
        x = __fadd_rn(__fsub_rn(xx, yy), cx);
        count++;
    }
    counts[row * view.width + column] = count;
}
