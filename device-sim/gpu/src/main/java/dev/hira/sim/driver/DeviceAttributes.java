package dev.hira.sim.driver;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.profile.DeviceProfile;

/**
 * The attributes of simulated devices. Missing features (textures, surfaces, managed memory that
 * migrates, memory pools, clusters, sharing between processes) have the value 0.
 */
final class DeviceAttributes {
    static final int MAX_BLOCK_XY = 1024;
    static final int MAX_BLOCK_Z = 64;
    static final int MAX_GRID_YZ = 65535;
    static final int CONSTANT_BYTES = 65536;
    static final int TEXTURE_ALIGNMENT = 512;
    private static final int DOUBLE_RATIO = 32;

    private DeviceAttributes() {}

    static int of(SimDevice device, CUdevice_attribute attribute) {
        DeviceProfile profile = device.profile();
        KernelLimits limits = profile.limits();
        return switch (attribute) {
            case CU_DEVICE_ATTRIBUTE_NONE ->
                    throw CudaFailures.invalidValue("0 is not an attribute of a device");
            case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK -> limits.threadsPerBlock();
            case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y ->
                    MAX_BLOCK_XY;
            case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z -> MAX_BLOCK_Z;
            case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, CU_DEVICE_ATTRIBUTE_MAX_PITCH ->
                    Integer.MAX_VALUE;
            case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z ->
                    MAX_GRID_YZ;
            case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK -> limits.sharedPerBlock();
            case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN ->
                    limits.sharedPerBlockOptin();
            case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR ->
                    limits.sharedPerMultiprocessor();
            case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK ->
                    limits.sharedPerMultiprocessor() - limits.sharedPerBlockOptin();
            case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY -> CONSTANT_BYTES;
            case CU_DEVICE_ATTRIBUTE_WARP_SIZE -> limits.warpSize();
            case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK -> limits.registersPerBlock();
            case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR ->
                    limits.registersPerMultiprocessor();
            case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR ->
                    limits.threadsPerMultiprocessor();
            case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR ->
                    limits.blocksPerMultiprocessor();
            case CU_DEVICE_ATTRIBUTE_CLOCK_RATE -> profile.clockKhz();
            case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE -> profile.memoryClockKhz();
            case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH -> profile.memoryBusBits();
            case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE -> limits.l2Bytes();
            case CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT,
                    CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT,
                    CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT ->
                    TEXTURE_ALIGNMENT;
            case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT -> profile.multiprocessors();
            case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT -> profile.copyEngines();
            case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID -> device.pciBus();
            case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR -> profile.major();
            case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR -> profile.minor();
            case CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO -> DOUBLE_RATIO;
            case CU_DEVICE_ATTRIBUTE_GPU_OVERLAP,
                    CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS,
                    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING,
                    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED,
                    CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED,
                    CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED,
                    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH,
                    CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS,
                    CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT ->
                    1;
            case CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, CU_DEVICE_ATTRIBUTE_NUMA_ID -> -1;
            default -> 0;
        };
    }
}
