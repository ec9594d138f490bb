/* Barriers (clang itself has __syncthreads), fences, loads and stores with a cache hint, clocks. */
#pragma once
HIRA_F int __syncthreads_count(int predicate) {
    return __nvvm_bar0_popc(predicate);
}
HIRA_F int __syncthreads_and(int predicate) {
    return __nvvm_bar0_and(predicate);
}
HIRA_F int __syncthreads_or(int predicate) {
    return __nvvm_bar0_or(predicate);
}
HIRA_F void __threadfence_block() {
    __nvvm_membar_cta();
}
HIRA_F void __threadfence() {
    __nvvm_membar_gl();
}
HIRA_F void __threadfence_system() {
    __nvvm_membar_sys();
}
HIRA_F void __trap() {
    __builtin_trap();
}
HIRA_F void __nanosleep(unsigned nanos) {
    __nvvm_nanosleep(nanos);
}
HIRA_F long long clock64() {
    return (long long)__nvvm_read_ptx_sreg_clock64();
}
HIRA_F int clock() {
    return (int)__nvvm_read_ptx_sreg_clock();
}
HIRA_F unsigned long long __globaltimer() {
    return __nvvm_read_ptx_sreg_globaltimer();
}
HIRA_F unsigned __isGlobal(const void* p) {
    return __nvvm_isspacep_global(p);
}
HIRA_F unsigned __isShared(const void* p) {
    return __nvvm_isspacep_shared(p);
}
HIRA_F unsigned __isConstant(const void* p) {
    return __nvvm_isspacep_const(p);
}
HIRA_F unsigned __isLocal(const void* p) {
    return __nvvm_isspacep_local(p);
}
HIRA_F size_t __cvta_generic_to_shared(const void* p) {
    return (size_t)(__attribute__((address_space(3))) const void*)p;
}
HIRA_F size_t __cvta_generic_to_global(const void* p) {
    return (size_t)(__attribute__((address_space(1))) const void*)p;
}

#define HIRA_HINTED(name) \
    template <class T> \
    HIRA_F T name(const T* p) { \
        return *p; \
    }
HIRA_HINTED(__ldg)
HIRA_HINTED(__ldca)
HIRA_HINTED(__ldcg)
HIRA_HINTED(__ldcs)
HIRA_HINTED(__ldlu)
template <class T>
HIRA_F T __ldcv(const T* p) {
    return *(const volatile T*)p;
}
#define HIRA_HINTED_STORE(name) \
    template <class T> \
    HIRA_F void name(T* p, T value) { \
        *p = value; \
    }
HIRA_HINTED_STORE(__stcg)
HIRA_HINTED_STORE(__stcs)
HIRA_HINTED_STORE(__stwb)
HIRA_HINTED_STORE(__stwt)
