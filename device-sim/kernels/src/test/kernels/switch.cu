// A switch wide enough for a table of branches.
extern "C" __global__ void dispatch(int* values, const int* codes) {
    int i = threadIdx.x;
    int v = values[i];
    switch (codes[i]) {
        case 0: v += 1; atomicAdd(&values[0], v); break;
        case 1: v *= 3; __threadfence(); break;
        case 2: v = __popc(v); values[64] = v; break;
        case 3: v = __brev(v); break;
        case 4: v = __clz(v); values[65] = v; break;
        case 5: v = v / (i + 1); break;
        case 6: v = v % (i + 3); atomicMax(&values[2], v); break;
        case 7: v = __byte_perm(v, i, 0x3210); break;
        case 8: v = v << i; atomicXor(&values[1], v); break;
        default: v = -1;
    }
    values[i] = v;
}
