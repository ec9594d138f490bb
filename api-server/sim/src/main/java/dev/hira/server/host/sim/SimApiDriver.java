package dev.hira.server.host.sim;

import dev.hira.api.WorkListener;
import dev.hira.api.WorkTrace;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.ApiDriver;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.SessionState;
import dev.hira.server.host.WorkScope;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.ProcessOwner;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The driver of one API for the simulated GPUs of a host, with a process of the simulator for each
 * session.
 */
record SimApiDriver<D>(SimHost host, SimApi<D> api) implements ApiDriver<D> {
    @Override
    public Dispatcher<D> dispatcher() {
        return api.dispatcher();
    }

    @Override
    public DriverProcess<D> open(SessionOwner owner, List<Integer> ordinals) {
        List<SimDevice> visible = ordinals.stream().map(host.devices()::get).toList();
        ProcessOwner process =
                new ProcessOwner(owner.vm(), "session " + owner.session(), owner.output());
        return new OneProcess<>(host.open(visible, process), api.views());
    }

    private record OneProcess<D>(SimProcess process, SimApi.LaneView<D> views)
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
        public void tellRunning(CallTimes to) {
            process.tellRunning(to::spent);
        }

        @Override
        public void holdKernels(int device, Runnable still) {
            process.holdKernels(device, still);
        }

        @Override
        public void letKernelsGo(int device) {
            process.letKernelsGo(device);
        }

        @Override
        public void tellSpent(int device, CallTimes to) {
            process.tellSpent(device, to::spent);
        }

        @Override
        public void trace(@Nullable WorkTrace receiver) {
            process.trace(receiver);
        }

        @Override
        public long nanos() {
            return process.nanos();
        }

        @Override
        public void watch(WorkListener listener) {
            process.watch(listener);
        }

        @Override
        public void printByLaunch() {
            process.printByLaunch();
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
        public long unstatedMemory() {
            return process.unstatedMemory();
        }

        @Override
        public void shares(MemorySegment memory) {
            process.pin(memory);
        }

        @Override
        public boolean waitsForWork(long lane) {
            return process.state().waits(lane);
        }

        @Override
        public void laneEnded(long lane) {
            process.endLane(lane);
        }

        @Override
        public SessionState state() {
            return new SimState(process.state());
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
