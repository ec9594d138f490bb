package dev.hira.sim.driver;

import dev.hira.api.cuda.CUdevice_P2PAttribute;
import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CUdevprop;
import dev.hira.api.cuda.CUexecAffinityType;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CUuuid;
import dev.hira.api.cuda.CuDeviceComputeCapabilityResult;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.profile.DeviceProfile;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Queries of devices. */
interface DeviceCalls extends DriverCalls {
    /** An address on the PCI bus; domain and function are optional. */
    Pattern PCI_ADDRESS =
            Pattern.compile(
                    "(?:([0-9a-fA-F]{1,8}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})(?:\\.([0-9a-fA-F]))?");

    private SimDevice device(int dev) {
        return lane().process().device(dev);
    }

    @Override
    default int cuDeviceGet(int ordinal) {
        device(ordinal);
        return ordinal;
    }

    @Override
    default int cuDeviceGetCount() {
        lane().process().requireOpen();
        return lane().process().devices().size();
    }

    @Override
    default String cuDeviceGetName(int dev) {
        return device(dev).profile().deviceName();
    }

    @Override
    default CUuuid cuDeviceGetUuid(int dev) {
        SimDevice device = device(dev);
        return new CUuuid(
                device.uuid().getMostSignificantBits(), device.uuid().getLeastSignificantBits());
    }

    @Override
    default int cuDeviceGetAttribute(CUdevice_attribute attrib, int dev) {
        return DeviceAttributes.of(device(dev), attrib);
    }

    @Override
    default CUdevprop cuDeviceGetProperties(int dev) {
        DeviceProfile profile = device(dev).profile();
        return new CUdevprop(
                profile.limits().threadsPerBlock(),
                DeviceAttributes.MAX_BLOCK_XY,
                DeviceAttributes.MAX_BLOCK_XY,
                DeviceAttributes.MAX_BLOCK_Z,
                Integer.MAX_VALUE,
                DeviceAttributes.MAX_GRID_YZ,
                DeviceAttributes.MAX_GRID_YZ,
                profile.limits().sharedPerBlock(),
                DeviceAttributes.CONSTANT_BYTES,
                profile.limits().warpSize(),
                Integer.MAX_VALUE,
                profile.limits().registersPerBlock(),
                profile.clockKhz(),
                DeviceAttributes.TEXTURE_ALIGNMENT);
    }

    @Override
    default long cuDeviceTotalMem(int dev) {
        return device(dev).profile().memoryBytes();
    }

    @Override
    default CuDeviceComputeCapabilityResult cuDeviceComputeCapability(int dev) {
        DeviceProfile profile = device(dev).profile();
        return new CuDeviceComputeCapabilityResult(profile.major(), profile.minor());
    }

    @Override
    default int cuDeviceGetByPCIBusId(String pciBusId) {
        lane().process().requireOpen();
        Matcher address = PCI_ADDRESS.matcher(pciBusId);
        if (!address.matches()) {
            throw CudaFailures.invalidValue(
                    "'" + pciBusId + "' is not a PCI address; write it as 0000:01:00.0 or 01:00");
        }
        String full =
                String.format(
                        Locale.ROOT,
                        "%04x:%02x:%02x.%x",
                        hex(address.group(1)),
                        hex(address.group(2)),
                        hex(address.group(3)),
                        hex(address.group(4)));
        for (SimDevice device : lane().process().devices()) {
            if (device.pciBusId().equals(full)) {
                return lane().process().ordinal(device);
            }
        }
        throw CudaFailures.of(
                CUresult.CUDA_ERROR_INVALID_DEVICE, "no device has the PCI address " + full);
    }

    private static long hex(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits, 16);
    }

    @Override
    default String cuDeviceGetPCIBusId(int dev) {
        return device(dev).pciBusId();
    }

    @Override
    default boolean cuDeviceCanAccessPeer(int dev, int peerDev) {
        return device(dev) != device(peerDev);
    }

    @Override
    default int cuDeviceGetP2PAttribute(
            CUdevice_P2PAttribute attrib, int srcDevice, int dstDevice) {
        if (device(srcDevice) == device(dstDevice)) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_INVALID_DEVICE,
                    "device " + srcDevice + " is not a peer of itself");
        }
        return switch (attrib) {
            case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED -> 1;
            case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK,
                    CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED,
                    CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED,
                    CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED ->
                    0;
            case CU_DEVICE_P2P_ATTRIBUTE_NONE ->
                    throw CudaFailures.invalidValue(
                            "0 is not an attribute of a connection between devices");
        };
    }

    @Override
    default boolean cuDeviceGetExecAffinitySupport(CUexecAffinityType type, int dev) {
        device(dev);
        return false;
    }
}
