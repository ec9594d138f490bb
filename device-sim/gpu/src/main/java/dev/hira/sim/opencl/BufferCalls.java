package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClMemObjectNotify;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.host.ImageShape;
import dev.hira.sim.opencl.device.DeviceProperties;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Buffers. */
interface BufferCalls extends OpenClCalls {
    /** The flags for the use by kernels. */
    long BY_KERNELS =
            ClMemFlags.CL_MEM_READ_WRITE.value()
                    | ClMemFlags.CL_MEM_WRITE_ONLY.value()
                    | ClMemFlags.CL_MEM_READ_ONLY.value();

    /** The flags for the use by the host. */
    long BY_HOST =
            ClMemFlags.CL_MEM_HOST_WRITE_ONLY.value()
                    | ClMemFlags.CL_MEM_HOST_READ_ONLY.value()
                    | ClMemFlags.CL_MEM_HOST_NO_ACCESS.value();

    /** The flags for host memory. */
    long HOST_MEMORY =
            ClMemFlags.CL_MEM_USE_HOST_PTR.value()
                    | ClMemFlags.CL_MEM_ALLOC_HOST_PTR.value()
                    | ClMemFlags.CL_MEM_COPY_HOST_PTR.value();

    @Override
    default void clCreateBufferHIRAAs(
            long mem, long context, long[] properties, long flags, long size, long address) {
        ClContext of = lane().context(context);
        requireNoProperties(properties);
        requireFlags(flags, BY_KERNELS | BY_HOST | HOST_MEMORY);
        long most = DeviceProperties.mostBytes(of.device().device().profile());
        if (size == 0 || Long.compareUnsigned(size, most) > 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_BUFFER_SIZE,
                    "a buffer has 1 to "
                            + most
                            + " bytes here, not "
                            + Long.toUnsignedString(size));
        }
        lane().on(of, cuda -> cuda.cuMemAllocAs(address, size));
        lane().objects().enter(ClMem.buffer(mem, of, flags, address, size, properties));
        hostMemory().created(mem, address, flags, size);
    }

    /** Refuses properties of memory objects: none exist. */
    static void requireNoProperties(long[] properties) {
        if (properties.length > 1 || (properties.length == 1 && properties[0] != 0)) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_PROPERTY, "no properties of memory objects exist");
        }
    }

    /** Refuses flags that do not exist or contradict each other. */
    static void requireFlags(long flags, long known) {
        boolean uses = (flags & ClMemFlags.CL_MEM_USE_HOST_PTR.value()) != 0;
        if ((flags & ~known) != 0
                || Long.bitCount(flags & BY_KERNELS) > 1
                || Long.bitCount(flags & BY_HOST) > 1
                || (uses && Long.bitCount(flags & HOST_MEMORY) > 1)) {
            throw OpenClFailures.invalidValue(
                    "the flags "
                            + OpenClFailures.hex(flags)
                            + " do not exist or contradict each other");
        }
    }

    @Override
    default void clInitializeBufferHIRA(long buffer, long offset, long size, MemorySegment ptr) {
        ClMem to = lane().mem(buffer);
        Regions.require(to, offset, size);
        lane().on(to.context(), cuda -> cuda.cuMemcpyHtoD(to.address() + offset, ptr, size));
    }

    @Override
    default void clCreateSubBufferAs(
            long mem,
            long buffer,
            long flags,
            ClBufferCreateType buffer_create_type,
            long origin,
            long size) {
        ClMem whole = lane().buffer(buffer);
        if (whole.whole() != null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_MEM_OBJECT, "a region of a region is not possible");
        }
        if (buffer_create_type != ClBufferCreateType.CL_BUFFER_CREATE_TYPE_REGION) {
            throw OpenClFailures.invalidValue("a sub-buffer is a region of a buffer");
        }
        if (size == 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_BUFFER_SIZE, "the region of a sub-buffer is empty");
        }
        Regions.require(whole, origin, size);
        if (origin % DeviceProperties.BASE_ALIGNMENT != 0) {
            throw OpenClFailures.of(
                    ClResult.CL_MISALIGNED_SUB_BUFFER_OFFSET,
                    "a sub-buffer begins at a multiple of "
                            + DeviceProperties.BASE_ALIGNMENT
                            + " bytes, not at "
                            + origin);
        }
        lane().objects().enter(ClMem.region(mem, whole, inherited(whole, flags), origin, size));
        hostMemory().createdIn(mem, buffer, flags, origin, size);
    }

    /** Returns the flags of a region, which takes those that it lacks from the buffer. */
    static long inherited(ClMem whole, long flags) {
        requireFlags(flags, BY_KERNELS | BY_HOST);
        boolean wider =
                (whole.has(BY_KERNELS & ~1)
                                && (flags & BY_KERNELS) != 0
                                && (flags & BY_KERNELS) != (whole.flags() & BY_KERNELS))
                        || (whole.has(BY_HOST)
                                && (flags & BY_HOST) != 0
                                && (flags & BY_HOST) != (whole.flags() & BY_HOST)
                                && (flags & ClMemFlags.CL_MEM_HOST_NO_ACCESS.value()) == 0);
        if (wider) {
            throw OpenClFailures.invalidValue(
                    "the region has the flags "
                            + OpenClFailures.hex(flags)
                            + ", which those of the buffer, "
                            + OpenClFailures.hex(whole.flags())
                            + ", forbid");
        }
        long byKernels =
                (flags & BY_KERNELS) != 0 ? flags & BY_KERNELS : whole.flags() & BY_KERNELS;
        long byHost = (flags & BY_HOST) != 0 ? flags & BY_HOST : whole.flags() & BY_HOST;
        return byKernels | byHost | (whole.flags() & HOST_MEMORY);
    }

    @Override
    default void clRetainMemObject(long memobj) {
        lane().objects().retain(lane().mem(memobj));
        hostMemory().retain(memobj);
    }

    @Override
    default void clReleaseMemObject(long memobj) {
        lane().objects().release(lane().mem(memobj));
        hostMemory().release(memobj);
    }

    @Override
    default void clSetMemObjectDestructorCallback(
            long memobj, ClMemObjectNotify pfn_notify, long user_data) {
        ClMem it = lane().mem(memobj);
        it.whenEnded(Callbacks.held(lane(), () -> pfn_notify.call(memobj, user_data)));
    }

    private static ClMemObjectType type(ClMem mem) {
        @Nullable ImageShape shape = mem.shape();
        return shape == null ? ClMemObjectType.CL_MEM_OBJECT_BUFFER : shape.type();
    }

    @Override
    default long clGetMemObjectInfo(
            long memobj,
            ClMemInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClMem it = lane().mem(memobj);
        InfoValue value =
                switch (param_name) {
                    case CL_MEM_TYPE -> InfoValue.ofInt(type(it).value());
                    case CL_MEM_FLAGS ->
                            InfoValue.ofLong(it.has(BY_KERNELS) ? it.flags() : it.flags() | 1);
                    case CL_MEM_SIZE -> InfoValue.ofLong(it.size());
                    case CL_MEM_HOST_PTR -> InfoValue.ofLong(0);
                    case CL_MEM_MAP_COUNT -> InfoValue.ofInt(0);
                    case CL_MEM_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_MEM_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_MEM_ASSOCIATED_MEMOBJECT ->
                            InfoValue.ofLong(it.whole() == null ? 0 : it.whole().name());
                    case CL_MEM_OFFSET -> InfoValue.ofLong(it.origin());
                    case CL_MEM_USES_SVM_POINTER -> InfoValue.ofBool(false);
                    case CL_MEM_PROPERTIES -> InfoValue.ofLongs(it.properties());
                    case CL_MEM_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of memory");
                };
        long bytes = value.give(param_value_size, param_value);
        if (param_value != null) {
            hostMemory().answer(memobj, param_name, param_value);
        }
        return bytes;
    }
}
