#pragma OPENCL FP_CONTRACT OFF

kernel void mandelbrot(
    float left, float top, float step, int width, int height, int limit, global int* counts) {
    int column = get_global_id(0);
    int row = get_global_id(1);
    if (column >= width || row >= height) {
        return;
    }
    float cx = fma((float)column, step, left);
    float cy = fma((float)row, step, top);
    float x = 0;
    float y = 0;
    int count = 0;
    while (count < limit) {
        float xx = x * x;
        float yy = y * y;
        if (xx + yy > 4) {
            break;
        }
        y = fma(2 * x, y, cy);
        x = xx - yy + cx;
        count++;
    }
    counts[row * width + column] = count;
}
