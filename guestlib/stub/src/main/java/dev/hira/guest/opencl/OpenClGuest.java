package dev.hira.guest.opencl;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClMemFlags;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClFunctions;
import dev.hira.api.opencl.stub.OpenClStub;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.GuestSession;
import dev.hira.guest.session.OpenWriter;
import dev.hira.guest.session.SessionStats;
import dev.hira.link.Link;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * OpenCL's driver of a guest. The generated stub sends most functions to the server; this class
 * chooses the device addresses of buffers, tells their names from other arguments of kernels, and
 * chooses between the two ways to read.
 */
public final class OpenClGuest extends OpenClStub {
    private static final StubApi API =
            new StubApi(
                    "OpenCL",
                    OpenClFunctions.API,
                    OpenClFunctions.DIGEST,
                    OpenClException::new,
                    ClResult.CL_INVALID_OPERATION.value(),
                    ClResult.CL_SESSION_LOST_HIRA.value(),
                    ClResult.CL_OUT_OF_HOST_MEMORY.value(),
                    ClResult.CL_NOT_PERMITTED_HIRA.value(),
                    ClResult.CL_SESSION_LOST_HIRA.value(),
                    ClResult.CL_OUT_OF_RESOURCES.value());

    private static final long GIVEN_HOST_MEMORY =
            ClMemFlags.CL_MEM_USE_HOST_PTR.value() | ClMemFlags.CL_MEM_COPY_HOST_PTR.value();

    private final GuestSession guest;
    private final GuestBuffers buffers;

    private OpenClGuest(GuestSession guest) {
        super(guest);
        this.guest = guest;
        this.buffers = new GuestBuffers(guest.names());
    }

    /**
     * Opens a session over an unstarted link, and owns the link from then on.
     *
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static OpenClGuest open(Link link, OpenWriter request, StubSettings settings) {
        return new OpenClGuest(GuestSession.open(link, API, request, settings));
    }

    /** Returns the session's counters. */
    public SessionStats stats() {
        return guest.stats();
    }

    /** Returns the underlying session. */
    public GuestSession session() {
        return guest;
    }

    @Override
    public void close() {
        guest.close();
    }

    // --- memory objects

    @Override
    public void clCreateBufferAs(
            long mem, long context, long flags, long size, @Nullable MemorySegment host_ptr) {
        clCreateBufferWithPropertiesAs(mem, context, new long[0], flags, size, host_ptr);
    }

    @Override
    public void clCreateBufferWithPropertiesAs(
            long mem,
            long context,
            long[] properties,
            long flags,
            long size,
            @Nullable MemorySegment host_ptr) {
        if ((host_ptr != null) != ((flags & GIVEN_HOST_MEMORY) != 0)) {
            throw new OpenClException(
                    ClResult.CL_INVALID_HOST_PTR,
                    host_ptr == null
                            ? "the flags ask for host memory, but none was given"
                            : "host memory was given, but the flags do not say what for");
        }
        long address = buffers.reserve(context, size);
        try {
            clCreateBufferHIRAAs(mem, context, properties, flags, size, address);
        } catch (RuntimeException refused) {
            guest.names().releaseAddress(address);
            throw refused;
        }
        if (host_ptr != null) {
            clInitializeBufferHIRA(mem, 0, size, host_ptr);
        }
    }

    @Override
    public void clCreateBufferHIRAAs(
            long mem, long context, long[] properties, long flags, long size, long address) {
        super.clCreateBufferHIRAAs(mem, context, properties, flags, size, address);
        buffers.created(mem, address);
    }

    @Override
    public void clCreateSubBufferAs(
            long mem,
            long buffer,
            long flags,
            ClBufferCreateType buffer_create_type,
            long origin,
            long size) {
        super.clCreateSubBufferAs(mem, buffer, flags, buffer_create_type, origin, size);
        buffers.createdIn(mem, buffer);
    }

    @Override
    public void clRetainMemObject(long memobj) {
        super.clRetainMemObject(memobj);
        buffers.retain(memobj);
    }

    @Override
    public void clReleaseMemObject(long memobj) {
        super.clReleaseMemObject(memobj);
        buffers.release(memobj);
    }

    // --- kernels

    @Override
    public void clSetKernelArg(
            long kernel, int arg_index, long arg_size, @Nullable MemorySegment arg_value) {
        if (arg_value == null) {
            clSetKernelArgHIRA(kernel, arg_index, arg_size, MemorySegment.NULL, 0);
            return;
        }
        if (arg_size < 0 || arg_size > arg_value.byteSize()) {
            throw new OpenClException(
                    ClResult.CL_INVALID_ARG_SIZE,
                    "the argument has the size "
                            + Long.toUnsignedString(arg_size)
                            + ", but its value has "
                            + arg_value.byteSize()
                            + " bytes");
        }
        long name = arg_size == Long.BYTES ? arg_value.get(ValueLayout.JAVA_LONG_UNALIGNED, 0) : 0;
        boolean memory = buffers.has(name);
        clSetKernelArgHIRA(
                kernel,
                arg_index,
                arg_size,
                memory ? MemorySegment.NULL : arg_value.asSlice(0, arg_size),
                memory ? name : 0);
    }

    // --- commands

    @Override
    public void clEnqueueReadBuffer(
            long command_queue,
            long buffer,
            boolean blocking_read,
            long offset,
            long size,
            MemorySegment ptr,
            long[] event_wait_list,
            long event) {
        if (blocking_read) {
            clReadBufferHIRA(command_queue, buffer, offset, size, ptr, event_wait_list, event);
        } else {
            clReadBufferLateHIRA(command_queue, buffer, offset, size, ptr, event_wait_list, event);
        }
    }
}
