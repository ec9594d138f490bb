#define PART 16

int fromA(int diagonal, global const int* a, int lengthA, global const int* b, int lengthB) {
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

kernel void merge(global const int* a, int lengthA, global const int* b, int lengthB, global int* out) {
    int start = get_global_id(0) * PART;
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
