package dev.hira.sim.opencl.device;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.opencl.ClResult;
import dev.hira.sim.driver.SimCudaDriver;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.opencl.object.ClContext;
import dev.hira.sim.opencl.object.ClEvent;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.ClProgram;
import dev.hira.sim.opencl.object.ClQueue;
import dev.hira.sim.opencl.object.ClSampler;
import dev.hira.sim.opencl.object.OpenClFailures;
import dev.hira.sim.opencl.object.OpenClObjects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The driver's state of one thread of the program. Used by one thread at a time. */
public final class OpenClLane {
    private final OpenClObjects objects;
    private final LaneState state;
    private final CudaDriver device;

    /** The queue, the channel and the event of the command that the thread enqueued last. */
    private @Nullable ClQueue lastQueue;

    private @Nullable Channel lastChannel;

    private @Nullable ClEvent lastEvent;

    public OpenClLane(OpenClObjects objects, LaneState state) {
        this.objects = objects;
        this.state = state;
        this.device = new SimCudaDriver(() -> state, () -> {});
    }

    public OpenClObjects objects() {
        return objects;
    }

    public LaneState state() {
        return state;
    }

    public ProcessState process() {
        return state.process();
    }

    /**
     * Makes calls of the simulated device with a context as the current one.
     *
     * @throws dev.hira.api.opencl.OpenClException when the device refuses
     */
    public void on(ClContext context, Consumer<CudaDriver> calls) {
        from(
                context,
                cuda -> {
                    calls.accept(cuda);
                    return context;
                });
    }

    /** The same; returns what the calls return. */
    public <T> T from(ClContext context, Function<CudaDriver, T> calls) {
        SimContext current = context.device();
        state.push(current);
        try {
            return calls.apply(device);
        } catch (CudaException refused) {
            throw OpenClFailures.of(refused);
        } finally {
            state.pop();
        }
    }

    public ClContext context(long name) {
        return objects.get(ClContext.class, name, ClResult.CL_INVALID_CONTEXT);
    }

    public ClQueue queue(long name) {
        return objects.get(ClQueue.class, name, ClResult.CL_INVALID_COMMAND_QUEUE);
    }

    public ClMem mem(long name) {
        return objects.get(ClMem.class, name, ClResult.CL_INVALID_MEM_OBJECT);
    }

    /** Returns a buffer, or a region of one. */
    public ClMem buffer(long name) {
        ClMem mem = mem(name);
        if (mem.shape() != null) {
            throw OpenClFailures.of(
                    ClResult.CL_INVALID_MEM_OBJECT,
                    "the memory object " + OpenClFailures.hex(name) + " is an image");
        }
        return mem;
    }

    public ClSampler sampler(long name) {
        return objects.get(ClSampler.class, name, ClResult.CL_INVALID_SAMPLER);
    }

    public ClProgram program(long name) {
        return objects.get(ClProgram.class, name, ClResult.CL_INVALID_PROGRAM);
    }

    public ClKernel kernel(long name) {
        return objects.get(ClKernel.class, name, ClResult.CL_INVALID_KERNEL);
    }

    public ClEvent event(long name) {
        return objects.get(ClEvent.class, name, ClResult.CL_INVALID_EVENT);
    }

    /** Notes the command that the thread has enqueued last. */
    public void enqueued(ClQueue queue, Channel channel, @Nullable ClEvent event) {
        lastQueue = queue;
        lastChannel = channel;
        lastEvent = event;
    }

    /** The channel of the command that the thread has enqueued last, if in this queue. */
    public Channel lastChannel(ClQueue queue) {
        Channel last = lastChannel;
        return queue.equals(lastQueue) && last != null ? last : queue.channel();
    }

    /** The event of the command that the thread has enqueued last, if in this queue; or null. */
    public @Nullable ClEvent lastEvent(ClQueue queue) {
        return queue.equals(lastQueue) ? lastEvent : null;
    }
}
