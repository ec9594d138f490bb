// Variables of a module, with initial values and addresses of each other.
__constant__ float coefficients[4] = {1.0f, 0.5f, 0.25f, -0.125f};
__constant__ short narrow = -3;
__device__ int counter = 7;
__device__ double table[2][3] = {{1, 2, 3}, {4, 5}};
__device__ int* pointer = &counter;
__device__ double* cells[2] = {&table[1][0], &table[0][2]};
__device__ char text[] = "globals";
struct Node {
    int value;
    Node* next;
};
__device__ Node last = {2, nullptr};
__device__ Node first = {1, &last};

extern "C" __global__ void globals(float* out) {
    int i = threadIdx.x;
    out[i] = coefficients[i & 3] * (float)*cells[i & 1] + narrow + text[i % 7] + first.next->value;
    atomicAdd(pointer, 1);
}
