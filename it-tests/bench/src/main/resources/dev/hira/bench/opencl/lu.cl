#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void scaleColumn(int n, int k, global double* a) {
    int row = k + 1 + get_global_id(0);
    if (row < n) {
        a[row * n + k] /= a[k * n + k];
    }
}

kernel void updateRest(int n, int k, global double* a) {
    int column = k + 1 + get_global_id(0);
    int row = k + 1 + get_global_id(1);
    if (row < n && column < n) {
        a[row * n + column] = fma(-a[row * n + k], a[k * n + column], a[row * n + column]);
    }
}
