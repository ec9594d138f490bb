// Device functions: called, called through a table, and calling themselves.
typedef int (*Operation)(int, int);
__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ __noinline__ int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__device__ Operation operations[2] = {plus, times};

extern "C" __global__ void calls(int* out, int which) {
    int i = threadIdx.x;
    out[2 * i] = operations[(which + i) & 1](i, 3);
    out[2 * i + 1] = fibonacci(i & 15);
}
