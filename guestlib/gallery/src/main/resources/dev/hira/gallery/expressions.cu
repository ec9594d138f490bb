// Values of an expression tree for many values of its variable: recursion over the tree, operators
// through a table of function pointers.
struct Node {
    int kind;  // 0: a constant, 1: the variable, 2 and more: an operator
    int value;
    int left;
    int right;
};
typedef int (*Operator)(int, int);

__device__ __noinline__ int plus(int a, int b) { return a + b; }
__device__ __noinline__ int minus(int a, int b) { return a - b; }
__device__ __noinline__ int times(int a, int b) { return a * b; }
__device__ __noinline__ int quotient(int a, int b) { return a / ((b & 0xff) + 1); }
__device__ __noinline__ int larger(int a, int b) { return max(a, b); }
__device__ __noinline__ int differing(int a, int b) { return __popc(a ^ b); }

__device__ Operator operators[] = {plus, minus, times, quotient, larger, differing};

__device__ __noinline__ int evaluate(const Node* tree, int node, int variable) {
    Node here = tree[node];
    if (here.kind == 0) {
        return here.value;
    }
    if (here.kind == 1) {
        return variable;
    }
    int left = evaluate(tree, here.left, variable);
    int right = evaluate(tree, here.right, variable);
    return operators[here.kind - 2](left, right);
}

extern "C" __global__ void evaluateAll(int n, const Node* tree, const int* variables, int* values) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] = evaluate(tree, 0, variables[i]);
    }
}
