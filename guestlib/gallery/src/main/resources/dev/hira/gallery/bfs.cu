// Distances from the first vertex of a graph: one launch for each level. The thread that reaches a
// vertex first (by an atomic exchange) puts it into the next frontier.
#define UNREACHED -1

extern "C" __global__ void expand(int level, const int* frontierSize, const int* frontier, const int* edgeStarts,
                                  const int* edges, int* distances, int* nextSize, int* next) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < *frontierSize; i += stride) {
        int vertex = frontier[i];
        for (int k = edgeStarts[vertex]; k < edgeStarts[vertex + 1]; k++) {
            int neighbour = edges[k];
            if (distances[neighbour] == UNREACHED &&
                atomicCAS(&distances[neighbour], UNREACHED, level + 1) == UNREACHED) {
                next[atomicAdd(nextSize, 1)] = neighbour;
            }
        }
    }
}
