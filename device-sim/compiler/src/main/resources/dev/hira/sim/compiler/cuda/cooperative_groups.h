/* The basics of cooperative groups: blocks, tiles of a warp, coalesced threads and grids. */
#pragma once
namespace cooperative_groups {

HIRA_F unsigned hira_thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

struct thread_block {
    HIRA_M static void sync() {
        __syncthreads();
    }
    HIRA_M static unsigned thread_rank() {
        return hira_thread_rank();
    }
    HIRA_M static unsigned size() {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    HIRA_M static unsigned num_threads() {
        return size();
    }
    HIRA_M static dim3 group_index() {
        return blockIdx;
    }
    HIRA_M static dim3 thread_index() {
        return threadIdx;
    }
    HIRA_M static dim3 group_dim() {
        return blockDim;
    }
};
HIRA_F thread_block this_thread_block() {
    return thread_block();
}

/* Threads of one warp, by the mask of their lanes. */
struct hira_lanes {
    unsigned mask;
    HIRA_M explicit hira_lanes(unsigned mask) : mask(mask) {}
    HIRA_M void sync() const {
        __syncwarp(mask);
    }
    HIRA_M unsigned size() const {
        return __popc(mask);
    }
    HIRA_M unsigned num_threads() const {
        return size();
    }
    HIRA_M unsigned thread_rank() const {
        return __popc(mask & __lanemask_lt());
    }
    HIRA_M int any(int predicate) const {
        return __any_sync(mask, predicate);
    }
    HIRA_M int all(int predicate) const {
        return __all_sync(mask, predicate);
    }
    /* The lane of the thread with this rank. */
    HIRA_M int lane(unsigned rank) const {
        unsigned rest = mask;
        for (unsigned i = 0; i < rank; i++) {
            rest &= rest - 1;
        }
        return __ffs(rest) - 1;
    }
};

struct coalesced_group : hira_lanes {
    HIRA_M explicit coalesced_group(unsigned mask) : hira_lanes(mask) {}
    template <class T>
    HIRA_M T shfl(T value, unsigned rank) const {
        return __shfl_sync(mask, value, lane(rank % size()));
    }
    template <class T>
    HIRA_M T shfl_down(T value, unsigned by) const {
        unsigned from = thread_rank() + by;
        return __shfl_sync(mask, value, lane(from < size() ? from : thread_rank()));
    }
    template <class T>
    HIRA_M T shfl_up(T value, unsigned by) const {
        return __shfl_sync(mask, value, lane(thread_rank() >= by ? thread_rank() - by : thread_rank()));
    }
    HIRA_M unsigned ballot(int predicate) const {
        unsigned lanes = __ballot_sync(mask, predicate);
        unsigned ranks = 0;
        unsigned rest = mask;
        for (unsigned i = 0; rest != 0; i++, rest &= rest - 1) {
            ranks |= (lanes >> (__ffs(rest) - 1) & 1) << i;
        }
        return ranks;
    }
};
HIRA_F coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}

/* Size neighbouring threads of a warp; Size is a power of two. */
template <unsigned Size, class Parent = thread_block>
struct thread_block_tile : hira_lanes {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    HIRA_M thread_block_tile()
        : hira_lanes((Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1) << (__laneid() & ~(Size - 1) & 31)) {}
    HIRA_M static constexpr unsigned size() {
        return Size;
    }
    HIRA_M static constexpr unsigned num_threads() {
        return Size;
    }
    HIRA_M unsigned thread_rank() const {
        return __laneid() & (Size - 1);
    }
    HIRA_M unsigned meta_group_rank() const {
        return hira_thread_rank() / Size;
    }
    HIRA_M unsigned meta_group_size() const {
        return (thread_block::size() + Size - 1) / Size;
    }
    template <class T>
    HIRA_M T shfl(T value, int rank) const {
        return __shfl_sync(mask, value, rank, Size);
    }
    template <class T>
    HIRA_M T shfl_down(T value, unsigned by) const {
        return __shfl_down_sync(mask, value, by, Size);
    }
    template <class T>
    HIRA_M T shfl_up(T value, unsigned by) const {
        return __shfl_up_sync(mask, value, by, Size);
    }
    template <class T>
    HIRA_M T shfl_xor(T value, unsigned lanes) const {
        return __shfl_xor_sync(mask, value, lanes, Size);
    }
    HIRA_M unsigned ballot(int predicate) const {
        return (__ballot_sync(mask, predicate) & mask) >> (__laneid() & ~(Size - 1) & 31);
    }
    template <class T>
    HIRA_M unsigned match_any(T value) const {
        return (__match_any_sync(mask, value) & mask) >> (__laneid() & ~(Size - 1) & 31);
    }
};
template <unsigned Size, class Parent>
HIRA_F thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return thread_block_tile<Size, Parent>();
}

/* All threads of a cooperative launch. */
struct grid_group {
    HIRA_M static unsigned blocks() {
        return gridDim.x * gridDim.y * gridDim.z;
    }
    HIRA_M static unsigned long long size() {
        return (unsigned long long)blocks() * thread_block::size();
    }
    HIRA_M static unsigned long long num_threads() {
        return size();
    }
    HIRA_M static unsigned block_rank() {
        return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    HIRA_M static unsigned long long thread_rank() {
        return (unsigned long long)block_rank() * thread_block::size() + hira_thread_rank();
    }
    HIRA_M static bool is_valid() {
        return workspace() != nullptr;
    }
    /* The driver gives cooperative launches a workspace, whose second word counts blocks that arrive. */
    HIRA_M static unsigned* workspace() {
        unsigned high;
        unsigned low;
        asm("mov.u32 %0, %%envreg1;" : "=r"(high));
        asm("mov.u32 %0, %%envreg2;" : "=r"(low));
        return (unsigned*)((unsigned long long)high << 32 | low);
    }
    /* One block adds what makes the sum of all change the highest bit; all wait until that bit has changed. */
    HIRA_M static void sync() {
        __syncthreads();
        if (hira_thread_rank() == 0) {
            unsigned* arrived = workspace() + 1;
            unsigned add = block_rank() == 0 ? 0x80000000u - (blocks() - 1) : 1;
            __threadfence();
            unsigned old = atomicAdd(arrived, add);
            while (((old ^ *(volatile unsigned*)arrived) & 0x80000000u) == 0) {
            }
            __threadfence();
        }
        __syncthreads();
    }
};
HIRA_F grid_group this_grid() {
    return grid_group();
}

template <class Group>
HIRA_F void sync(const Group& group) {
    group.sync();
}

template <class T>
struct plus {
    HIRA_M T operator()(T a, T b) const {
        return a + b;
    }
};
template <class T>
struct less {
    HIRA_M T operator()(T a, T b) const {
        return b < a ? b : a;
    }
};
template <class T>
struct greater {
    HIRA_M T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};
template <unsigned Size, class Parent, class T, class Operation>
HIRA_F T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
    for (unsigned by = Size / 2; by > 0; by /= 2) {
        value = operation(value, tile.shfl_xor(value, by));
    }
    return value;
}

}  // namespace cooperative_groups
