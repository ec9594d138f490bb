package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClCommandQueueInfo;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.driver.object.Submission;
import dev.hira.sim.opencl.device.InfoValue;
import dev.hira.sim.opencl.device.Platforms;
import dev.hira.sim.opencl.device.PropertyList;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queues. */
interface QueueCalls extends OpenClCalls {
    /** The name of the property with the flags of a queue. */
    long PROPERTIES = ClCommandQueueInfo.CL_QUEUE_PROPERTIES.value();

    /** The flags that queues can have: out of order, with times. */
    long SUPPORTED = 3;

    /** The flags that exist. */
    long EXISTING = 15;

    /** The flag of a stream that does not wait for the default stream. */
    int NON_BLOCKING = 1;

    @Override
    default void clCreateCommandQueueAs(
            long command_queue, long context, long device, long properties) {
        create(command_queue, context, device, properties, new long[0]);
    }

    @Override
    default void clCreateCommandQueueWithPropertiesAs(
            long command_queue, long context, long device, long[] properties) {
        Map<Long, Long> read =
                PropertyList.read(
                        properties,
                        Set.of(PROPERTIES, (long) ClCommandQueueInfo.CL_QUEUE_SIZE.value()),
                        ClResult.CL_INVALID_VALUE);
        if (read.containsKey((long) ClCommandQueueInfo.CL_QUEUE_SIZE.value())) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_QUEUE_PROPERTIES, "queues on the host have no size");
        }
        create(command_queue, context, device, read.getOrDefault(PROPERTIES, 0L), properties);
    }

    private void create(long name, long context, long device, long properties, long[] list) {
        ClContext of = lane().context(context);
        requireDevice(of, device);
        if ((properties & ~EXISTING) != 0) {
            throw OpenClFailures.invalidValue(
                    "a queue has no properties " + OpenClFailures.hex(properties & ~EXISTING));
        }
        if ((properties & ~SUPPORTED) != 0) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_QUEUE_PROPERTIES,
                    "simulated devices have no queues of their own");
        }
        lane().on(of, cuda -> cuda.cuStreamCreateAs(name, NON_BLOCKING));
        SimStream stream = lane().state().stream(name);
        lane().objects().enter(new ClQueue(of, stream, properties, list));
    }

    /** Refuses a device that is not that of a context. */
    default void requireDevice(ClContext context, long device) {
        if (Platforms.ofDevice(lane().process(), device) != context.ordinal()) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_DEVICE,
                    "the device of the context is "
                            + OpenClFailures.hex(Platforms.device(context.ordinal()))
                            + ", not "
                            + OpenClFailures.hex(device));
        }
    }

    @Override
    default void clRetainCommandQueue(long command_queue) {
        lane().objects().retain(lane().queue(command_queue));
    }

    @Override
    default void clReleaseCommandQueue(long command_queue) {
        lane().objects().release(lane().queue(command_queue));
    }

    @Override
    default long clGetCommandQueueInfo(
            long command_queue,
            ClCommandQueueInfo param_name,
            long param_value_size,
            @Nullable MemorySegment param_value) {
        ClQueue it = lane().queue(command_queue);
        InfoValue value =
                switch (param_name) {
                    case CL_QUEUE_CONTEXT -> InfoValue.ofLong(it.context().name());
                    case CL_QUEUE_DEVICE ->
                            InfoValue.ofLong(Platforms.device(it.context().ordinal()));
                    case CL_QUEUE_REFERENCE_COUNT -> InfoValue.ofInt(lane().objects().count(it));
                    case CL_QUEUE_PROPERTIES -> InfoValue.ofLong(it.properties());
                    case CL_QUEUE_PROPERTIES_ARRAY -> InfoValue.ofLongs(it.list());
                    case CL_QUEUE_DEVICE_DEFAULT -> InfoValue.ofLong(0);
                    case CL_QUEUE_SIZE ->
                            throw OpenClFailures.of(
                                    ClResult.CL_INVALID_COMMAND_QUEUE,
                                    "only queues on a device have a size");
                    case CL_QUEUE_INFO_NONE ->
                            throw OpenClFailures.invalidValue("0 is no property of a queue");
                };
        return value.give(param_value_size, param_value);
    }

    @Override
    default void clFlush(long command_queue) {
        lane().queue(command_queue);
    }

    @Override
    default void clFinish(long command_queue) {
        ClQueue queue = lane().queue(command_queue);
        lane().on(
                        queue.context(),
                        _ ->
                                queue.last()
                                        .forEach(each ->
                                                Submission.await(
                                                        lane().state(),
                                                        queue.channel().group(),
                                                        each)));
    }

    @Override
    default ClResult clQueryQueueHIRA(long command_queue) {
        return lane().queue(command_queue).idle()
                ? ClResult.CL_SUCCESS
                : ClResult.CL_NOT_READY_HIRA;
    }
}
