package dev.hira.sim.opencl.device;

import dev.hira.api.opencl.ClResult;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.opencl.object.OpenClFailures;

/**
 * The platforms and devices of a process: a platform for each device, so that a context has one
 * device. Kernels reach no memory of another device.
 */
public final class Platforms {
    public static final String VERSION = "OpenCL 3.0 Hira";
    public static final String VENDOR = "Hira";

    /** 3.0.0 as {@code cl_version}. */
    public static final int NUMERIC_VERSION = 3 << 22;

    /** What a number of a platform begins with. */
    private static final long PLATFORM = 0x4869_5000_0000L;

    /** What a number of a device begins with. */
    private static final long DEVICE = 0x4869_4400_0000L;

    private Platforms() {}

    public static long platform(int ordinal) {
        return PLATFORM + ordinal;
    }

    public static long device(int ordinal) {
        return DEVICE + ordinal;
    }

    /** Returns the process's number of the device of a platform. */
    public static int ofPlatform(ProcessState process, long platform) {
        if (Long.compareUnsigned(platform - PLATFORM, process.devices().size()) >= 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_PLATFORM,
                    "there is no platform "
                            + OpenClFailures.hex(platform)
                            + "; clGetPlatformIDs returns those that there are");
        }
        return (int) (platform - PLATFORM);
    }

    /** Returns the process's number of a device. */
    public static int ofDevice(ProcessState process, long device) {
        if (Long.compareUnsigned(device - DEVICE, process.devices().size()) >= 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_DEVICE,
                    "there is no device "
                            + OpenClFailures.hex(device)
                            + "; clGetDeviceIDs returns those that there are");
        }
        return (int) (device - DEVICE);
    }

    static SimDevice simulated(ProcessState process, long device) {
        return process.devices().get(ofDevice(process, device));
    }
}
