package dev.hira.guest.opencl;

import dev.hira.api.opencl.ClBufferCreateType;
import dev.hira.api.opencl.ClExecutionStatus;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.ClSizes;
import dev.hira.api.opencl.OpenClException;
import dev.hira.api.opencl.OpenClFunctions;
import dev.hira.api.opencl.host.CallbackRule;
import dev.hira.api.opencl.host.FreedAddresses;
import dev.hira.api.opencl.host.HostKernels;
import dev.hira.api.opencl.host.HostMemory;
import dev.hira.api.opencl.host.HostSamplers;
import dev.hira.api.opencl.host.HostSide;
import dev.hira.api.opencl.host.ImageShape;
import dev.hira.api.opencl.stub.OpenClStub;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.GuestSession;
import dev.hira.guest.session.OpenWriter;
import dev.hira.guest.session.SessionStats;
import dev.hira.link.Link;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * OpenCL's driver of a guest. The generated stub sends most functions to the server; {@link
 * HostSide} answers the others.
 */
public final class OpenClGuest extends OpenClStub implements HostSide {
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
                    ClResult.CL_INVALID_VALUE.value(),
                    ClResult.CL_OUT_OF_RESOURCES.value());

    private final GuestSession guest;
    private final FreedAddresses freed;
    private final HostMemory hostMemory;
    private final HostKernels hostKernels = new HostKernels();
    private final HostSamplers hostSamplers = new HostSamplers();

    private OpenClGuest(GuestSession guest) {
        super(guest);
        this.guest = guest;
        this.freed = new FreedAddresses(guest.names()::releaseAddress);
        this.hostMemory = new HostMemory(freed::ended);
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
        hostMemory.close();
    }

    @Override
    public HostMemory hostMemory() {
        return hostMemory;
    }

    @Override
    public HostKernels hostKernels() {
        return hostKernels;
    }

    @Override
    public HostSamplers hostSamplers() {
        return hostSamplers;
    }

    // --- events of the program, which may keep addresses of memory that has ended

    @Override
    public void clCreateUserEventAs(long event, long context) {
        super.clCreateUserEventAs(event, context);
        freed.created(event);
    }

    @Override
    public void clSetUserEventStatus(long event, int execution_status) {
        super.clSetUserEventStatus(event, execution_status);
        if (execution_status <= ClExecutionStatus.CL_COMPLETE.value()) {
            freed.set(event);
        }
    }

    @Override
    public void clRetainEvent(long event) {
        super.clRetainEvent(event);
        freed.retained(event);
    }

    @Override
    public void clReleaseEvent(long event) {
        super.clReleaseEvent(event);
        freed.released(event);
    }

    // --- calls that wait or build

    @Override
    public void clFinish(long command_queue) {
        CallbackRule.require("clFinish");
        super.clFinish(command_queue);
    }

    @Override
    public void clWaitForEvents(long[] event_list) {
        CallbackRule.require("clWaitForEvents");
        super.clWaitForEvents(event_list);
    }

    @Override
    public void clBuildProgram(long program, long[] device_list, String options) {
        CallbackRule.require("clBuildProgram");
        super.clBuildProgram(program, device_list, options);
    }

    @Override
    public void clLinkProgramAs(
            long program, long context, long[] device_list, String options, long[] input_programs) {
        CallbackRule.require("clLinkProgram");
        super.clLinkProgramAs(program, context, device_list, options, input_programs);
    }

    // --- samplers

    @Override
    public void clCreateSamplerAs(
            long sampler,
            long context,
            boolean normalized_coords,
            int addressing_mode,
            int filter_mode) {
        super.clCreateSamplerAs(sampler, context, normalized_coords, addressing_mode, filter_mode);
        hostSamplers.created(sampler);
    }

    @Override
    public void clCreateSamplerWithPropertiesAs(
            long sampler, long context, long[] sampler_properties) {
        super.clCreateSamplerWithPropertiesAs(sampler, context, sampler_properties);
        hostSamplers.created(sampler);
    }

    @Override
    public void clRetainSampler(long sampler) {
        super.clRetainSampler(sampler);
        hostSamplers.retain(sampler);
    }

    @Override
    public void clReleaseSampler(long sampler) {
        super.clReleaseSampler(sampler);
        hostSamplers.release(sampler);
    }

    // --- kernels

    /** {@inheritDoc} The router cannot count work-items that are too many for a number. */
    @Override
    public void clEnqueueNDRangeKernel(
            long command_queue,
            long kernel,
            int work_dim,
            @Nullable ClSizes global_work_offset,
            ClSizes global_work_size,
            @Nullable ClSizes local_work_size,
            long[] event_wait_list,
            long event) {
        HostKernels.requireRange(global_work_size);
        super.clEnqueueNDRangeKernel(
                command_queue,
                kernel,
                work_dim,
                global_work_offset,
                global_work_size,
                local_work_size,
                event_wait_list,
                event);
    }

    @Override
    public void clRetainKernel(long kernel) {
        super.clRetainKernel(kernel);
        hostKernels.retain(kernel);
    }

    @Override
    public void clReleaseKernel(long kernel) {
        super.clReleaseKernel(kernel);
        hostKernels.release(kernel);
    }

    // --- memory objects

    @Override
    public void clCreateBufferHIRAAs(
            long mem, long context, long[] properties, long flags, long size, long address) {
        HostMemory.requireSize(size);
        super.clCreateBufferHIRAAs(mem, context, properties, flags, size, address);
        hostMemory.created(mem, address, flags, size);
    }

    @Override
    public void clCreateImageHIRAAs(
            long mem,
            long context,
            long[] properties,
            long flags,
            ClImageFormat image_format,
            ClImageDesc image_desc,
            long buffer,
            long size,
            long address) {
        super.clCreateImageHIRAAs(
                mem, context, properties, flags, image_format, image_desc, buffer, size, address);
        ImageShape shape = ImageShape.of(image_format, image_desc);
        hostMemory.createdImage(mem, address, flags, shape, buffer);
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
        hostMemory.createdIn(mem, buffer, flags, origin, size);
    }

    @Override
    public void clRetainMemObject(long memobj) {
        super.clRetainMemObject(memobj);
        hostMemory.retain(memobj);
    }

    @Override
    public void clReleaseMemObject(long memobj) {
        super.clReleaseMemObject(memobj);
        hostMemory.release(memobj);
    }

    /** {@inheritDoc} The server knows no host memory. */
    @Override
    public long clGetMemObjectInfo(
            long memobj,
            ClMemInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        long size = super.clGetMemObjectInfo(memobj, param_name, param_value_size, param_value);
        if (param_value != null) {
            hostMemory.answer(memobj, param_name, param_value);
        }
        return size;
    }
}
