// All places of a pattern in a text: each thread tries one place, each warp reserves room for its
// finds with one atomic addition. The order of the finds is undefined.
#define LONGEST 64

__constant__ unsigned char pattern[LONGEST];

extern "C" __global__ void search(int textLength, int patternLength, const unsigned char* text, int* found,
                                  int* places) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool match = i + patternLength <= textLength;
    for (int k = 0; match && k < patternLength; k++) {
        match = text[i + k] == pattern[k];
    }
    unsigned int matches = __ballot_sync(0xffffffffu, match);
    if (matches == 0) {
        return;
    }
    int lane = threadIdx.x % 32;
    int leader = __ffs(matches) - 1;
    int base = 0;
    if (lane == leader) {
        base = atomicAdd(found, __popc(matches));
    }
    base = __shfl_sync(0xffffffffu, base, leader);
    if (match) {
        places[base + __popc(matches & ((1u << lane) - 1))] = i;
    }
}
