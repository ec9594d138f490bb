// Merge of two sorted arrays: each thread finds by binary search where its part of the output
// begins in both (the merge path), and merges that part alone.
// Green, McColl, Bader: GPU Merge Path (2012).
#define PART 16

// How many of the first `diagonal` elements of the output come from a.
__device__ int fromA(int diagonal, const int* a, int lengthA, const int* b, int lengthB) {
    int low = max(0, diagonal - lengthB);
    int high = min(diagonal, lengthA);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[diagonal - 1 - middle]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

extern "C" __global__ void merge(const int* a, int lengthA, const int* b, int lengthB, int* out) {
    int start = (blockIdx.x * blockDim.x + threadIdx.x) * PART;
    int end = min(start + PART, lengthA + lengthB);
    if (start >= end) {
        return;
    }
    int i = fromA(start, a, lengthA, b, lengthB);
    int k = start - i;
    for (int place = start; place < end; place++) {
        bool takeA = k >= lengthB || (i < lengthA && a[i] <= b[k]);
        out[place] = takeA ? a[i++] : b[k++];
    }
}
