package dev.hira.e2e.conformance;

import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What tests of images have in common. */
abstract class OpenClImages extends OpenClConformance {
    static final ClMemObjectType FLAT = ClMemObjectType.CL_MEM_OBJECT_IMAGE2D;
    static final ClMemObjectType DEEP = ClMemObjectType.CL_MEM_OBJECT_IMAGE3D;
    static final ClMemObjectType LINE = ClMemObjectType.CL_MEM_OBJECT_IMAGE1D;
    static final ClMemObjectType LINES = ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_ARRAY;
    static final ClMemObjectType SHEETS = ClMemObjectType.CL_MEM_OBJECT_IMAGE2D_ARRAY;
    static final ClMemObjectType IN_BUFFER = ClMemObjectType.CL_MEM_OBJECT_IMAGE1D_BUFFER;
    static final ClSizes ORIGIN = new ClSizes(0, 0, 0);
    static final long SEED = 20261123;
    static final int COPY_HOST_PTR = 0x20;
    static final int USE_HOST_PTR = 8;

    static ClImageDesc desc(ClMemObjectType type, long x, long y, long z) {
        return desc(type, x, y, z, 0, 0, 0);
    }

    static ClImageDesc desc(
            ClMemObjectType type, long x, long y, long z, long row, long slice, long buffer) {
        boolean rows = type == FLAT || type == DEEP || type == SHEETS;
        return new ClImageDesc(
                type,
                x,
                rows ? y : 0,
                type == DEEP ? z : 0,
                type == LINES ? y : type == SHEETS ? z : 0,
                row,
                slice,
                0,
                0,
                buffer);
    }

    long image(int order, int type, ClImageDesc desc, long flags, @Nullable MemorySegment content) {
        return cl.clCreateImage(context, flags, new ClImageFormat(order, type), desc, content);
    }

    static MemorySegment random(Random random, int bytes) {
        byte[] content = new byte[bytes];
        random.nextBytes(content);
        return MemorySegment.ofArray(content);
    }

    byte[] read(long image, ClSizes region, int bytes) {
        byte[] back = new byte[bytes];
        cl.clEnqueueReadImage(
                queue, image, true, ORIGIN, region, 0, 0, MemorySegment.ofArray(back), NONE, 0);
        return back;
    }

    static byte[] bytes(MemorySegment memory) {
        return memory.toArray(ValueLayout.JAVA_BYTE);
    }

    void setSampler(long kernel, int index, long sampler) {
        cl.clSetKernelArg(kernel, index, 8, MemorySegment.ofArray(new long[] {sampler}));
    }
}
