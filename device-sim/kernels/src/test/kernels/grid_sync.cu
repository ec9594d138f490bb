// All blocks of a grid wait for each other.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
extern "C" __global__ void gridSync(int* data, int rounds) {
    cg::grid_group grid = cg::this_grid();
    unsigned long long rank = grid.thread_rank();
    for (int round = 0; round < rounds; round++) {
        int next = data[(rank + 1) % grid.size()];
        grid.sync();
        data[rank] += next;
        grid.sync();
    }
}
