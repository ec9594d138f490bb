package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClDeviceType;
import dev.hira.api.opencl.ClPlatformInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.opencl.device.DeviceProperties;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.device.Platforms;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Platforms and devices. */
interface PlatformCalls extends OpenClCalls {
    @Override
    default long[] clGetPlatformIDs() {
        return IntStream.range(0, lane().process().devices().size())
                .mapToLong(Platforms::platform)
                .toArray();
    }

    @Override
    default long clGetPlatformInfo(
            long platform,
            ClPlatformInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        Platforms.ofPlatform(lane().process(), platform);
        InfoValue value =
                switch (param_name) {
                    case CL_PLATFORM_PROFILE -> InfoValue.ofText("FULL_PROFILE");
                    case CL_PLATFORM_VERSION -> InfoValue.ofText(Platforms.VERSION);
                    case CL_PLATFORM_NAME -> InfoValue.ofText("Hira");
                    case CL_PLATFORM_VENDOR -> InfoValue.ofText(Platforms.VENDOR);
                    case CL_PLATFORM_EXTENSIONS ->
                            InfoValue.ofText(String.join(" ", DeviceProperties.EXTENSIONS));
                    case CL_PLATFORM_HOST_TIMER_RESOLUTION -> InfoValue.ofLong(0);
                    case CL_PLATFORM_NUMERIC_VERSION -> InfoValue.ofInt(Platforms.NUMERIC_VERSION);
                    case CL_PLATFORM_EXTENSIONS_WITH_VERSION ->
                            InfoValue.ofVersions(
                                    DeviceProperties.EXTENSION_VERSION,
                                    DeviceProperties.EXTENSIONS.toArray(String[]::new));
                    case CL_PLATFORM_ICD_SUFFIX_KHR -> InfoValue.ofText("HIRA");
                    case CL_PLATFORM_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of a platform");
                };
        return value.give(param_value_size, param_value);
    }

    @Override
    default long[] clGetDeviceIDs(long platform, long device_type) {
        int ordinal = Platforms.ofPlatform(lane().process(), platform);
        requireKind(device_type);
        return new long[] {Platforms.device(ordinal)};
    }

    /**
     * Refuses kinds of devices that do not exist, and those that no device has. Bindings of
     * languages without unsigned numbers pass all kinds with the sign.
     */
    static void requireKind(long types) {
        boolean all = types == 0xFFFF_FFFFL || types == -1;
        if (types == 0 || (!all && (types & ~0x1FL) != 0)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_DEVICE_TYPE,
                    OpenClFailures.hex(types) + " is no type of device");
        }
        long ours =
                ClDeviceType.CL_DEVICE_TYPE_GPU.value()
                        | ClDeviceType.CL_DEVICE_TYPE_DEFAULT.value();
        if ((types & ours) == 0) {
            throw OpenClFailures.of(
                    ClResult.CL_DEVICE_NOT_FOUND,
                    "all devices are GPUs, and the types "
                            + OpenClFailures.hex(types)
                            + " are not");
        }
    }

    @Override
    default long clGetDeviceInfo(
            long device,
            ClDeviceInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ProcessState process = lane().process();
        int ordinal = Platforms.ofDevice(process, device);
        return DeviceProperties.of(process.devices().get(ordinal), ordinal, param_name)
                .give(param_value_size, param_value);
    }

    @Override
    default long[] clCreateSubDevices(long in_device, long[] properties) {
        Platforms.ofDevice(lane().process(), in_device);
        throw OpenClFailures.invalidValue("simulated devices cannot be partitioned");
    }

    @Override
    default void clRetainDevice(long device) {
        Platforms.ofDevice(lane().process(), device);
    }

    @Override
    default void clReleaseDevice(long device) {
        Platforms.ofDevice(lane().process(), device);
    }

    @Override
    default void clUnloadPlatformCompiler(long platform) {
        Platforms.ofPlatform(lane().process(), platform);
    }
}
