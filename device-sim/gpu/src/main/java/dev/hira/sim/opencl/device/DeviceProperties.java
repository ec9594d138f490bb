package dev.hira.sim.opencl.device;

import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.host.ImageShape;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.opencl.object.OpenClFailures;
import dev.hira.sim.profile.DeviceProfile;
import java.util.List;

/**
 * The properties of simulated devices. Those of features that they lack (pipes, queues on devices,
 * sub-groups, partitions) say so.
 */
public final class DeviceProperties {
    /** The supported extensions. */
    public static final List<String> EXTENSIONS =
            List.of(
                    "cl_khr_global_int32_base_atomics",
                    "cl_khr_global_int32_extended_atomics",
                    "cl_khr_local_int32_base_atomics",
                    "cl_khr_local_int32_extended_atomics",
                    "cl_khr_byte_addressable_store",
                    "cl_khr_fp64",
                    "cl_khr_int64_base_atomics",
                    "cl_khr_int64_extended_atomics",
                    "cl_khr_3d_image_writes",
                    "cl_khr_icd");

    /** 1.0.0 as {@code cl_version}. */
    public static final int EXTENSION_VERSION = 1 << 22;

    /** The most work-items of a group in the first two dimensions, as of the device's blocks. */
    public static final int MOST_XY = 1024;

    /** The same in the third dimension. */
    public static final int MOST_Z = 64;

    /** The alignment of buffers and of regions of them, in bytes. */
    public static final int BASE_ALIGNMENT = 512;

    private static final long CONSTANT_BYTES = 64 << 10;
    private static final int PARAMETER_BYTES = 4096;

    // The parameters of a kernel have room for more; these are the numbers that OpenCL demands.
    private static final int READ_IMAGES = 128;
    private static final int WRITE_IMAGES = 64;
    private static final int SAMPLERS = 16;

    /** Denormals, infinities, all roundings and fused multiply-adds. */
    private static final long FULL_FLOAT = 0x3F;

    /** Host and kernels use shared virtual memory in turns. */
    private static final long COARSE_GRAIN_BUFFER = 1;

    private static final long GPU = 4;
    private static final int C_VERSION_1_2 = (1 << 22) | (2 << 12);
    private static final long LEAST_LARGEST_BUFFER = 128L << 20;

    private DeviceProperties() {}

    /**
     * The most bytes of a buffer: a quarter of the memory, as on most devices. Programs size their
     * buffers by it, and expect that several of them fit.
     */
    public static long mostBytes(DeviceProfile profile) {
        long memory = profile.memoryBytes();
        return Math.max(memory / 4, Math.min(memory, LEAST_LARGEST_BUFFER));
    }

    public static InfoValue of(SimDevice device, int ordinal, ClDeviceInfo info) {
        DeviceProfile profile = device.profile();
        KernelLimits limits = profile.limits();
        return switch (info) {
            case CL_DEVICE_TYPE -> InfoValue.ofLong(GPU);
            case CL_DEVICE_VENDOR_ID -> InfoValue.ofInt(0x4869);
            case CL_DEVICE_MAX_COMPUTE_UNITS -> InfoValue.ofInt(profile.multiprocessors());
            case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS -> InfoValue.ofInt(3);
            case CL_DEVICE_MAX_WORK_GROUP_SIZE -> InfoValue.ofLong(limits.threadsPerBlock());
            case CL_DEVICE_MAX_WORK_ITEM_SIZES -> InfoValue.ofLongs(MOST_XY, MOST_XY, MOST_Z);
            case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR,
                    CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
                    CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT,
                    CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
                    CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
                    CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_INT,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT,
                    CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE ->
                    InfoValue.ofInt(1);
            case CL_DEVICE_MAX_CLOCK_FREQUENCY -> InfoValue.ofInt(profile.clockKhz() / 1000);
            case CL_DEVICE_ADDRESS_BITS -> InfoValue.ofInt(64);
            case CL_DEVICE_MAX_MEM_ALLOC_SIZE -> InfoValue.ofLong(mostBytes(profile));
            case CL_DEVICE_MAX_PARAMETER_SIZE -> InfoValue.ofLong(PARAMETER_BYTES);
            case CL_DEVICE_MEM_BASE_ADDR_ALIGN -> InfoValue.ofInt(8 * BASE_ALIGNMENT);
            case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE -> InfoValue.ofInt(128);
            case CL_DEVICE_SINGLE_FP_CONFIG, CL_DEVICE_DOUBLE_FP_CONFIG ->
                    InfoValue.ofLong(FULL_FLOAT);
            case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE -> InfoValue.ofInt(2);
            case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE -> InfoValue.ofInt(128);
            case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE -> InfoValue.ofLong(limits.l2Bytes());
            case CL_DEVICE_GLOBAL_MEM_SIZE -> InfoValue.ofLong(profile.memoryBytes());
            case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE -> InfoValue.ofLong(CONSTANT_BYTES);
            case CL_DEVICE_MAX_CONSTANT_ARGS -> InfoValue.ofInt(8);
            case CL_DEVICE_LOCAL_MEM_TYPE -> InfoValue.ofInt(1);
            case CL_DEVICE_LOCAL_MEM_SIZE -> InfoValue.ofLong(limits.sharedPerBlock());
            case CL_DEVICE_PROFILING_TIMER_RESOLUTION -> InfoValue.ofLong(1);
            case CL_DEVICE_IMAGE2D_MAX_WIDTH, CL_DEVICE_IMAGE2D_MAX_HEIGHT ->
                    InfoValue.ofLong(ImageShape.MOST_2D);
            case CL_DEVICE_IMAGE3D_MAX_WIDTH,
                    CL_DEVICE_IMAGE3D_MAX_HEIGHT,
                    CL_DEVICE_IMAGE3D_MAX_DEPTH ->
                    InfoValue.ofLong(ImageShape.MOST_3D);
            case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE -> InfoValue.ofLong(ImageShape.MOST_IN_BUFFER);
            case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE -> InfoValue.ofLong(ImageShape.MOST_LAYERS);
            case CL_DEVICE_MAX_READ_IMAGE_ARGS -> InfoValue.ofInt(READ_IMAGES);
            case CL_DEVICE_MAX_WRITE_IMAGE_ARGS -> InfoValue.ofInt(WRITE_IMAGES);
            case CL_DEVICE_MAX_SAMPLERS -> InfoValue.ofInt(SAMPLERS);
            case CL_DEVICE_IMAGE_SUPPORT,
                    CL_DEVICE_ENDIAN_LITTLE,
                    CL_DEVICE_AVAILABLE,
                    CL_DEVICE_PREFERRED_INTEROP_USER_SYNC,
                    CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT,
                    CL_DEVICE_REFERENCE_COUNT ->
                    InfoValue.ofInt(1);
            case CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE ->
                    InfoValue.ofBool(ProgramBuilds.compiles());
            case CL_DEVICE_EXECUTION_CAPABILITIES -> InfoValue.ofLong(1);
            case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES -> InfoValue.ofLong(3);
            case CL_DEVICE_NAME -> InfoValue.ofText(profile.deviceName());
            case CL_DEVICE_VENDOR -> InfoValue.ofText(Platforms.VENDOR);
            case CL_DRIVER_VERSION -> InfoValue.ofText("0.1");
            case CL_DEVICE_PROFILE -> InfoValue.ofText("FULL_PROFILE");
            case CL_DEVICE_VERSION -> InfoValue.ofText(Platforms.VERSION);
            case CL_DEVICE_NUMERIC_VERSION -> InfoValue.ofInt(Platforms.NUMERIC_VERSION);
            case CL_DEVICE_OPENCL_C_VERSION -> InfoValue.ofText("OpenCL C 1.2 Hira");
            case CL_DEVICE_OPENCL_C_ALL_VERSIONS -> InfoValue.ofVersions(C_VERSION_1_2, "OpenCL C");
            case CL_DEVICE_EXTENSIONS -> InfoValue.ofText(String.join(" ", EXTENSIONS));
            case CL_DEVICE_EXTENSIONS_WITH_VERSION ->
                    InfoValue.ofVersions(EXTENSION_VERSION, EXTENSIONS.toArray(String[]::new));
            case CL_DEVICE_PLATFORM -> InfoValue.ofLong(Platforms.platform(ordinal));
            case CL_DEVICE_PRINTF_BUFFER_SIZE -> InfoValue.ofLong(1 << 20);
            case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES ->
                    InfoValue.ofLong(0x11);
            case CL_DEVICE_SVM_CAPABILITIES -> InfoValue.ofLong(COARSE_GRAIN_BUFFER);
            case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE ->
                    InfoValue.ofLong(limits.warpSize());
            case CL_DEVICE_IL_VERSION,
                    CL_DEVICE_BUILT_IN_KERNELS,
                    CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED ->
                    InfoValue.ofText("");
            case CL_DEVICE_INFO_NONE ->
                    throw OpenClFailures.invalidValue("0 is no property of a device");
            default -> absent(info);
        };
    }

    /** Returns the value of a property of a feature that simulated devices lack. */
    private static InfoValue absent(ClDeviceInfo info) {
        return switch (info) {
            case CL_DEVICE_ILS_WITH_VERSION,
                    CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION,
                    CL_DEVICE_OPENCL_C_FEATURES ->
                    new InfoValue(new byte[0]);
            case CL_DEVICE_PARENT_DEVICE,
                    CL_DEVICE_PARTITION_PROPERTIES,
                    CL_DEVICE_PARTITION_AFFINITY_DOMAIN,
                    CL_DEVICE_PARTITION_TYPE,
                    CL_DEVICE_HALF_FP_CONFIG,
                    CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE,
                    CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES,
                    CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE,
                    CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES ->
                    InfoValue.ofLong(0);
            default -> InfoValue.ofInt(0);
        };
    }
}
