// What CUDA's C++ library makes of barriers and pipelines: mbarriers where the hardware has them.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/** Each thread adds what its mirror image had, round by round; odd threads leave at the end. */
extern "C" __global__ void mirror(int *data, int rounds) {
    __shared__ Barrier barrier;
    __shared__ int tile[256];
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
    }
    __syncthreads();
    int own = data[blockIdx.x * blockDim.x + threadIdx.x];
    for (int round = 0; round < rounds; round++) {
        tile[threadIdx.x] = own;
        auto arrived = barrier.arrive();
        own *= 3;
        barrier.wait(std::move(arrived));
        own += tile[blockDim.x - 1 - threadIdx.x];
        barrier.arrive_and_wait();
    }
    if (threadIdx.x & 1) {
        barrier.arrive_and_drop();
        return;
    }
    barrier.arrive_and_wait();
    barrier.arrive_and_wait();
    data[blockIdx.x * blockDim.x + threadIdx.x] = own;
}

/** Sums the columns of a table, whose rows are copied two ahead of those that are added. */
extern "C" __global__ void columns(int *sums, const int *table, int rows) {
    constexpr int STAGES = 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
    __shared__ int stage[STAGES][128];
    auto block = cooperative_groups::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int row = 0, copied = 0; row < rows; row++) {
        for (; copied < rows && copied < row + STAGES; copied++) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, stage[copied % STAGES], table + copied * 128,
                               sizeof(stage[0]), pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += stage[row % STAGES][threadIdx.x] * (row + 1);
        pipeline.consumer_release();
    }
    sums[threadIdx.x] = sum;
}

/** Numbers in the reverse order, by way of a copy whose alignment is known. */
extern "C" __global__ void reversed(int *results, const int *numbers) {
    __shared__ Barrier barrier;
    __shared__ alignas(16) int copied[128];
    if (threadIdx.x == 0) {
        init(&barrier, blockDim.x);
    }
    __syncthreads();
    auto block = cooperative_groups::this_thread_block();
    cuda::memcpy_async(block, copied, numbers, cuda::aligned_size_t<16>(sizeof(copied)), barrier);
    barrier.arrive_and_wait();
    results[threadIdx.x] = copied[127 - threadIdx.x];
}
