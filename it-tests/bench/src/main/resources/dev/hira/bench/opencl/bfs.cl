#define UNREACHED -1

kernel void expand(int level, global const int* frontierSize, global const int* frontier,
                   global const int* edgeStarts, global const int* edges, global int* distances,
                   global int* nextSize, global int* next) {
    int stride = get_global_size(0);
    for (int i = get_global_id(0); i < *frontierSize; i += stride) {
        int vertex = frontier[i];
        for (int k = edgeStarts[vertex]; k < edgeStarts[vertex + 1]; k++) {
            int neighbour = edges[k];
            if (distances[neighbour] == UNREACHED &&
                atomic_cmpxchg(&distances[neighbour], UNREACHED, level + 1) == UNREACHED) {
                next[atomic_inc(nextSize)] = neighbour;
            }
        }
    }
}
