package dev.hira.sim.opencl;

import dev.hira.api.cuda.CudaException;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClContextNotify;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.device.Platforms;
import dev.hira.sim.opencl.device.PropertyList;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Contexts. */
interface ClContextCalls extends OpenClCalls {
    /** The name of the property with the platform. */
    long PLATFORM = ClContextInfo.CL_CONTEXT_PLATFORM.value();

    /**
     * The property that leaves synchronization with other interfaces to the program. It has no
     * effect.
     */
    long INTEROP = ClContextInfo.CL_CONTEXT_INTEROP_USER_SYNC.value();

    @Override
    default void clCreateContextAs(long context, long[] properties, long[] devices) {
        ProcessState process = lane().process();
        int platform = platform(properties);
        if (devices.length == 0) {
            throw OpenClFailures.invalidValue("a context needs a device");
        }
        int ordinal = Platforms.ofDevice(process, devices[0]);
        if ((platform >= 0 && platform != ordinal)
                || Arrays.stream(devices).anyMatch(each -> each != devices[0])) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_DEVICE,
                    "a context has one device, that of its platform; each device has a platform of"
                            + " its own");
        }
        createContext(context, properties, ordinal);
    }

    @Override
    default void clCreateContextFromTypeAs(long context, long[] properties, long device_type) {
        int platform = platform(properties);
        PlatformCalls.requireKind(device_type);
        if (lane().process().devices().isEmpty()) {
            throw OpenClFailures.of(
                    ClResult.CL_DEVICE_NOT_FOUND, "the process has no device at all");
        }
        createContext(context, properties, Math.max(platform, 0));
    }

    /** Returns the number of the platform's device; -1 when no platform is given. */
    private int platform(long[] properties) {
        Map<Long, Long> read =
                PropertyList.read(
                        properties, Set.of(PLATFORM, INTEROP), ClResult.CL_INVALID_PROPERTY);
        if ((read.getOrDefault(INTEROP, 0L) & ~1L) != 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_PROPERTY,
                    "CL_CONTEXT_INTEROP_USER_SYNC is CL_TRUE or CL_FALSE");
        }
        Long platform = read.get(PLATFORM);
        return platform == null ? -1 : Platforms.ofPlatform(lane().process(), platform);
    }

    private void createContext(long name, long[] properties, int ordinal) {
        ProcessState process = lane().process();
        process.initialize();
        SimContext device;
        try {
            device = process.createContext(name, 0, process.device(ordinal));
        } catch (CudaException refused) {
            throw OpenClFailures.outOfResources(String.valueOf(refused.getMessage()));
        }
        lane().objects().enter(new ClContext(device, ordinal, properties));
    }

    @Override
    default void clRetainContext(long context) {
        lane().objects().retain(lane().context(context));
    }

    @Override
    default void clReleaseContext(long context) {
        lane().objects().release(lane().context(context));
    }

    @Override
    default void clSetContextDestructorCallback(
            long context, ClContextNotify pfn_notify, long user_data) {
        ClContext it = lane().context(context);
        it.whenEnded(Callbacks.held(lane(), () -> pfn_notify.call(context, user_data)));
    }

    @Override
    default long clGetContextInfo(
            long context,
            ClContextInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClContext it = lane().context(context);
        InfoValue value =
                switch (param_name) {
                    case CL_CONTEXT_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_CONTEXT_NUM_DEVICES -> InfoValue.ofInt(1);
                    case CL_CONTEXT_DEVICES -> InfoValue.ofLong(Platforms.device(it.ordinal()));
                    case CL_CONTEXT_PROPERTIES -> InfoValue.ofLongs(it.properties());
                    case CL_CONTEXT_PLATFORM, CL_CONTEXT_INTEROP_USER_SYNC, CL_CONTEXT_INFO_NONE ->
                            throw OpenClFailures.invalidValue(
                                    param_name + " is no property to ask for");
                };
        return value.give(param_value_size, param_value);
    }
}
