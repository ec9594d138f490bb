/* Operations between the threads of a warp. */
#pragma once
HIRA_F void __syncwarp(unsigned mask = 0xffffffff) {
    __nvvm_bar_warp_sync(mask);
}
HIRA_F unsigned __activemask() {
    unsigned mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
HIRA_F int __all_sync(unsigned mask, int predicate) {
    return __nvvm_vote_all_sync(mask, predicate);
}
HIRA_F int __any_sync(unsigned mask, int predicate) {
    return __nvvm_vote_any_sync(mask, predicate);
}
HIRA_F int __uni_sync(unsigned mask, int predicate) {
    return __nvvm_vote_uni_sync(mask, predicate);
}
HIRA_F unsigned __ballot_sync(unsigned mask, int predicate) {
    return __nvvm_vote_ballot_sync(mask, predicate);
}
HIRA_F unsigned __laneid() {
    return __nvvm_read_ptx_sreg_laneid();
}
HIRA_F unsigned __lanemask_lt() {
    return __nvvm_read_ptx_sreg_lanemask_lt();
}

/* A shuffle moves words: values of one word at once, longer ones word by word. */
#define HIRA_SHUFFLE(name, instruction, argument, clamp) \
    template <class T> \
    HIRA_F T name(unsigned mask, T value, argument other, int width = 32) { \
        static_assert(sizeof(T) % 4 == 0 || sizeof(T) < 4, "a shuffled value has whole words"); \
        unsigned words[(sizeof(T) + 3) / 4] = {}; \
        __builtin_memcpy(words, &value, sizeof(T)); \
        _Pragma("unroll") for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++) { \
            words[i] = (unsigned)__nvvm_shfl_sync_##instruction##_i32(mask, (int)words[i], (int)other, \
                                                                    (32 - width) << 8 | clamp); \
        } \
        __builtin_memcpy(&value, words, sizeof(T)); \
        return value; \
    }
HIRA_SHUFFLE(__shfl_sync, idx, int, 31)
HIRA_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
HIRA_SHUFFLE(__shfl_down_sync, down, unsigned, 31)
HIRA_SHUFFLE(__shfl_xor_sync, bfly, int, 31)

template <class T>
HIRA_F unsigned __match_any_sync(unsigned mask, T value) {
    if constexpr (sizeof(T) == 8) {
        return __nvvm_match_any_sync_i64(mask, __builtin_bit_cast(long long, value));
    } else {
        return __nvvm_match_any_sync_i32(mask, __builtin_bit_cast(int, value));
    }
}
template <class T>
HIRA_F unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
    if constexpr (sizeof(T) == 8) {
        return __nvvm_match_all_sync_i64p(mask, __builtin_bit_cast(long long, value), predicate);
    } else {
        return __nvvm_match_all_sync_i32p(mask, __builtin_bit_cast(int, value), predicate);
    }
}

#if __CUDA_ARCH__ >= 800
#define HIRA_REDUCE(name, type, instruction) \
    HIRA_F type name(unsigned mask, type value) { \
        type r; \
        asm volatile("redux.sync." instruction " %0, %1, %2;" : "=r"(r) : "r"(value), "r"(mask)); \
        return r; \
    }
HIRA_REDUCE(__reduce_add_sync, int, "add.s32")
HIRA_REDUCE(__reduce_add_sync, unsigned, "add.u32")
HIRA_REDUCE(__reduce_min_sync, int, "min.s32")
HIRA_REDUCE(__reduce_min_sync, unsigned, "min.u32")
HIRA_REDUCE(__reduce_max_sync, int, "max.s32")
HIRA_REDUCE(__reduce_max_sync, unsigned, "max.u32")
HIRA_REDUCE(__reduce_and_sync, unsigned, "and.b32")
HIRA_REDUCE(__reduce_or_sync, unsigned, "or.b32")
HIRA_REDUCE(__reduce_xor_sync, unsigned, "xor.b32")
#endif
