package dev.hira.icd.call;

import dev.hira.api.opencl.ClCommandQueueInfo;
import dev.hira.api.opencl.ClContextInfo;
import dev.hira.api.opencl.ClDeviceInfo;
import dev.hira.api.opencl.ClEventInfo;
import dev.hira.api.opencl.ClKernelInfo;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClProgramInfo;
import dev.hira.api.opencl.OpenClHandles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.Set;

/**
 * The properties whose values name objects, or count references: the driver knows names, the
 * program handles. The numbers of OpenCL's properties differ between all kinds of objects.
 */
final class InfoValues {
    private static final int CONTEXT_PROPERTIES = ClContextInfo.CL_CONTEXT_PROPERTIES.value();
    private static final long CONTEXT_PLATFORM = 0x1084;

    private static final Map<Integer, Integer> KINDS =
            Map.ofEntries(
                    Map.entry(ClDeviceInfo.CL_DEVICE_PLATFORM.value(), CCall.PLATFORM),
                    Map.entry(ClDeviceInfo.CL_DEVICE_PARENT_DEVICE.value(), CCall.DEVICE),
                    Map.entry(ClContextInfo.CL_CONTEXT_DEVICES.value(), CCall.DEVICE),
                    Map.entry(ClCommandQueueInfo.CL_QUEUE_CONTEXT.value(), OpenClHandles.CONTEXT),
                    Map.entry(ClCommandQueueInfo.CL_QUEUE_DEVICE.value(), CCall.DEVICE),
                    Map.entry(
                            ClCommandQueueInfo.CL_QUEUE_DEVICE_DEFAULT.value(),
                            OpenClHandles.COMMAND_QUEUE),
                    Map.entry(ClMemInfo.CL_MEM_CONTEXT.value(), OpenClHandles.CONTEXT),
                    Map.entry(ClMemInfo.CL_MEM_ASSOCIATED_MEMOBJECT.value(), OpenClHandles.MEM),
                    Map.entry(0x1118, OpenClHandles.MEM), // CL_IMAGE_BUFFER
                    Map.entry(0x1151, OpenClHandles.CONTEXT), // CL_SAMPLER_CONTEXT
                    Map.entry(ClProgramInfo.CL_PROGRAM_CONTEXT.value(), OpenClHandles.CONTEXT),
                    Map.entry(ClProgramInfo.CL_PROGRAM_DEVICES.value(), CCall.DEVICE),
                    Map.entry(ClKernelInfo.CL_KERNEL_CONTEXT.value(), OpenClHandles.CONTEXT),
                    Map.entry(ClKernelInfo.CL_KERNEL_PROGRAM.value(), OpenClHandles.PROGRAM),
                    Map.entry(
                            ClEventInfo.CL_EVENT_COMMAND_QUEUE.value(),
                            OpenClHandles.COMMAND_QUEUE),
                    Map.entry(ClEventInfo.CL_EVENT_CONTEXT.value(), OpenClHandles.CONTEXT));

    private static final Set<Integer> COUNTS =
            Set.of(
                    ClContextInfo.CL_CONTEXT_REFERENCE_COUNT.value(),
                    ClCommandQueueInfo.CL_QUEUE_REFERENCE_COUNT.value(),
                    ClMemInfo.CL_MEM_REFERENCE_COUNT.value(),
                    0x1150, // CL_SAMPLER_REFERENCE_COUNT
                    ClProgramInfo.CL_PROGRAM_REFERENCE_COUNT.value(),
                    ClKernelInfo.CL_KERNEL_REFERENCE_COUNT.value(),
                    ClEventInfo.CL_EVENT_REFERENCE_COUNT.value());

    private InfoValues() {}

    /** Replaces names by handles in a value that the driver has written. */
    static void toHandles(CCall call, int property, MemorySegment value) {
        Integer kind = KINDS.get(property);
        if (kind != null) {
            for (long at = 0; at < value.byteSize(); at += Long.BYTES) {
                replace(call, kind, value, at);
            }
        } else if (property == CONTEXT_PROPERTIES) {
            for (long at = 0; at + Long.BYTES < value.byteSize(); at += 2L * Long.BYTES) {
                if (value.get(ValueLayout.JAVA_LONG_UNALIGNED, at) == CONTEXT_PLATFORM) {
                    replace(call, CCall.PLATFORM, value, at + Long.BYTES);
                }
            }
        } else if (COUNTS.contains(property)) {
            value.set(ValueLayout.JAVA_INT_UNALIGNED, 0, call.objects().references(call.word(0)));
        }
    }

    private static void replace(CCall call, int kind, MemorySegment value, long at) {
        long name = value.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        value.set(ValueLayout.JAVA_LONG_UNALIGNED, at, call.objects().address(kind, name));
    }

    /** Replaces the handles of platforms among a context's properties by names. */
    static void platformsToNames(CCall call, long[] properties) {
        for (int i = 0; i + 1 < properties.length; i += 2) {
            if (properties[i] == CONTEXT_PLATFORM
                    && call.objects().is(properties[i + 1], CCall.PLATFORM)) {
                properties[i + 1] = call.objects().name(properties[i + 1]);
            }
        }
    }
}
