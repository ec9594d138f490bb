package dev.hira.icd;

import dev.hira.api.opencl.OpenClHandles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/**
 * The properties whose values name objects, or count references: the driver knows names, the
 * program handles. The numbers of OpenCL's properties differ between all kinds of objects.
 */
final class InfoValues {
    private static final int CONTEXT_PROPERTIES = 0x1082;
    private static final long CONTEXT_PLATFORM = 0x1084;

    private static final Map<Integer, Integer> KINDS =
            Map.ofEntries(
                    Map.entry(0x1031, CCall.PLATFORM), // CL_DEVICE_PLATFORM
                    Map.entry(0x1042, CCall.DEVICE), // CL_DEVICE_PARENT_DEVICE
                    Map.entry(0x1081, CCall.DEVICE), // CL_CONTEXT_DEVICES
                    Map.entry(0x1090, OpenClHandles.CONTEXT), // CL_QUEUE_CONTEXT
                    Map.entry(0x1091, CCall.DEVICE), // CL_QUEUE_DEVICE
                    Map.entry(0x1095, OpenClHandles.COMMAND_QUEUE), // CL_QUEUE_DEVICE_DEFAULT
                    Map.entry(0x1106, OpenClHandles.CONTEXT), // CL_MEM_CONTEXT
                    Map.entry(0x1107, OpenClHandles.MEM), // CL_MEM_ASSOCIATED_MEMOBJECT
                    Map.entry(0x1118, OpenClHandles.MEM), // CL_IMAGE_BUFFER
                    Map.entry(0x1151, OpenClHandles.CONTEXT), // CL_SAMPLER_CONTEXT
                    Map.entry(0x1161, OpenClHandles.CONTEXT), // CL_PROGRAM_CONTEXT
                    Map.entry(0x1163, CCall.DEVICE), // CL_PROGRAM_DEVICES
                    Map.entry(0x1192, OpenClHandles.CONTEXT), // CL_KERNEL_CONTEXT
                    Map.entry(0x1193, OpenClHandles.PROGRAM), // CL_KERNEL_PROGRAM
                    Map.entry(0x11D0, OpenClHandles.COMMAND_QUEUE), // CL_EVENT_COMMAND_QUEUE
                    Map.entry(0x11D4, OpenClHandles.CONTEXT)); // CL_EVENT_CONTEXT

    private static final Map<Integer, Integer> COUNTS =
            Map.of(
                    0x1080, OpenClHandles.CONTEXT,
                    0x1092, OpenClHandles.COMMAND_QUEUE,
                    0x1105, OpenClHandles.MEM,
                    0x1150, OpenClHandles.SAMPLER,
                    0x1160, OpenClHandles.PROGRAM,
                    0x1191, OpenClHandles.KERNEL,
                    0x11D2, OpenClHandles.EVENT);

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
        } else if (COUNTS.containsKey(property)) {
            value.set(
                    ValueLayout.JAVA_INT_UNALIGNED, 0, call.objects().references(call.word(0)));
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
