/* threadIdx, blockIdx, blockDim, gridDim and warpSize: properties that read special registers. */
#pragma once
#define HIRA_REGISTER(field, reader) \
    __declspec(property(get = get_##field)) unsigned field; \
    static __inline__ __attribute__((device, always_inline, nodebug)) unsigned get_##field() { \
        return reader; \
    }
#define HIRA_VARIABLE(type, name, register) \
    struct type { \
        HIRA_REGISTER(x, __nvvm_read_ptx_sreg_##register##_x()) \
        HIRA_REGISTER(y, __nvvm_read_ptx_sreg_##register##_y()) \
        HIRA_REGISTER(z, __nvvm_read_ptx_sreg_##register##_z()) \
        __device__ operator dim3() const { \
            return dim3(x, y, z); \
        } \
        __device__ operator uint3() const { \
            return {x, y, z}; \
        } \
    }; \
    extern const __device__ __attribute__((weak)) type name;

HIRA_VARIABLE(hira_thread_idx, threadIdx, tid)
HIRA_VARIABLE(hira_block_idx, blockIdx, ctaid)
HIRA_VARIABLE(hira_block_dim, blockDim, ntid)
HIRA_VARIABLE(hira_grid_dim, gridDim, nctaid)

constexpr __device__ int warpSize = 32;
