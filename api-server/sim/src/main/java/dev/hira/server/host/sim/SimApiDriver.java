package dev.hira.server.host.sim;

import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.dispatch.CudaDispatcher;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.ApiDriver;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.WorkScope;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.ProcessOwner;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * An API for simulated GPUs, with a process of the simulator for each session.
 *
 * @param host the devices
 * @param views gives each lane of a process its view of the API
 */
public record SimApiDriver<D>(SimHost host, Dispatcher<D> dispatcher, LaneView<D> views)
        implements ApiDriver<D> {
    /** Returns the CUDA driver API for these devices. */
    public static ApiDriver<CudaDriver> cuda(SimHost host) {
        return new SimApiDriver<>(host, new CudaDispatcher(), SimProcess::lane);
    }

    @Override
    public DriverProcess<D> open(SessionOwner owner, List<Integer> ordinals) {
        List<SimDevice> visible = ordinals.stream().map(host.devices()::get).toList();
        ProcessOwner process =
                new ProcessOwner(owner.vm(), "session " + owner.session(), owner.output());
        return new OneProcess<>(host.open(visible, process), views);
    }

    /**
     * An API as the lanes of a simulated process see it.
     *
     * @param <D> the API's interface
     */
    @FunctionalInterface
    public interface LaneView<D> {
        /** Returns the view of one lane. */
        D lane(SimProcess process, long lane);
    }

    private record OneProcess<D>(SimProcess process, LaneView<D> views)
            implements DriverProcess<D> {
        @Override
        public D lane(long lane) {
            return views.lane(process, lane);
        }

        @Override
        public boolean mayBlock() {
            return false;
        }

        @Override
        public WorkScope work(long lane) {
            return new SimWork(process.work(lane), process.listener());
        }

        @Override
        public void tellRunning(LongConsumer to) {
            process.tellRunning(to);
        }

        @Override
        public void watch(WorkListener listener) {
            process.watch(listener);
        }

        @Override
        public void limitKernels(long nanos) {
            process.limitKernels(nanos);
        }

        @Override
        public void limitMemory(long bytes) {
            process.limitMemory(bytes);
        }

        @Override
        public void shares(MemorySegment memory) {
            process.pin(memory);
        }

        @Override
        public void laneEnded(long lane) {
            process.endLane(lane);
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
