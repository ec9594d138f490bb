/* Work-item functions. The driver passes the range in %envreg3 to %envreg24 (docs/sources.md). */
#define ENVREG(n) __extension__({ \
    uint r; \
    __asm__("mov.u32 %0, %%envreg" #n ";" : "=r"(r)); \
    r; \
})
#define ENVREG64(low, high) ((ulong)ENVREG(high) << 32 | ENVREG(low))
#define BY_DIMENSION(d, x, y, z, other) ((d) == 0 ? (x) : (d) == 1 ? (y) : (d) == 2 ? (z) : (other))

uint IN get_work_dim(void) {
    return ENVREG(3);
}
size_t IN get_local_id(uint d) {
    return BY_DIMENSION(d, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_tid_y(), __nvvm_read_ptx_sreg_tid_z(), 0);
}
size_t IN get_local_size(uint d) {
    return BY_DIMENSION(d, __nvvm_read_ptx_sreg_ntid_x(), __nvvm_read_ptx_sreg_ntid_y(), __nvvm_read_ptx_sreg_ntid_z(),
                        1);
}
size_t IN get_enqueued_local_size(uint d) {
    return BY_DIMENSION(d, ENVREG(7), ENVREG(8), ENVREG(9), 1);
}
size_t IN get_group_id(uint d) {
    return BY_DIMENSION(d, __nvvm_read_ptx_sreg_ctaid_x() + ENVREG(4), __nvvm_read_ptx_sreg_ctaid_y() + ENVREG(5),
                        __nvvm_read_ptx_sreg_ctaid_z() + ENVREG(6), 0);
}
size_t IN get_num_groups(uint d) {
    return BY_DIMENSION(d, ENVREG(10), ENVREG(11), ENVREG(12), 1);
}
size_t IN get_global_offset(uint d) {
    return BY_DIMENSION(d, ENVREG64(13, 14), ENVREG64(15, 16), ENVREG64(17, 18), 0);
}
size_t IN get_global_size(uint d) {
    return BY_DIMENSION(d, ENVREG64(19, 20), ENVREG64(21, 22), ENVREG64(23, 24), 1);
}
size_t IN get_global_id(uint d) {
    return get_global_offset(d) + get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d);
}
size_t IN get_global_linear_id(void) {
    size_t x = get_global_id(0) - get_global_offset(0);
    size_t y = get_global_id(1) - get_global_offset(1);
    size_t z = get_global_id(2) - get_global_offset(2);
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}
size_t IN get_local_linear_id(void) {
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

void IN barrier(cl_mem_fence_flags flags) {
    __syncthreads();
}
void IN work_group_barrier(cl_mem_fence_flags flags) {
    __syncthreads();
}
void IN mem_fence(cl_mem_fence_flags flags) {
    if (flags & CLK_GLOBAL_MEM_FENCE) {
        __nvvm_membar_gl();
    } else {
        __nvvm_membar_cta();
    }
}
void IN read_mem_fence(cl_mem_fence_flags flags) {
    mem_fence(flags);
}
void IN write_mem_fence(cl_mem_fence_flags flags) {
    mem_fence(flags);
}
