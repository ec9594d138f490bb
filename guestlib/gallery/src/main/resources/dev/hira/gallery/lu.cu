// LU decomposition in place without pivoting, one column after the other, in double precision: first the column's
// factors, then the rest of the matrix.
extern "C" __global__ void scaleColumn(int n, int k, double* a) {
    int row = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        a[row * n + k] /= a[k * n + k];
    }
}

extern "C" __global__ void updateRest(int n, int k, double* a) {
    int column = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
    int row = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (row < n && column < n) {
        a[row * n + column] = fma(-a[row * n + k], a[k * n + column], a[row * n + column]);
    }
}
