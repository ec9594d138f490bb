// Memory that threads allocate themselves: each builds a list of its numbers, sums it from the end
// to the beginning, and frees it.
#include <stdlib.h>

struct Link {
    int value;
    Link* next;
};

extern "C" __global__ void sumLists(int n, const int* lengths, int* sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) {
        return;
    }
    Link* list = nullptr;
    bool complete = true;
    for (int k = 1; k <= lengths[i]; k++) {
        Link* link = (Link*)malloc(sizeof(Link));
        if (link == nullptr) {
            complete = false;
            break;
        }
        link->value = i * k;
        link->next = list;
        list = link;
    }
    int sum = 0;
    while (list != nullptr) {
        Link* next = list->next;
        sum = 31 * sum + list->value;
        free(list);
        list = next;
    }
    sums[i] = complete ? sum : -1;
}
