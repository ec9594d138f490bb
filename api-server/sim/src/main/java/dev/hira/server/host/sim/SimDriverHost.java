package dev.hira.server.host.sim;

import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.server.dispatch.Dispatcher;
import dev.hira.server.host.DeviceReport;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverProcess;
import dev.hira.server.host.SessionOwner;
import dev.hira.server.host.WorkScope;
import dev.hira.sim.DeviceStatistics;
import dev.hira.sim.SimHost;
import dev.hira.sim.SimProcess;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.object.ProcessOwner;
import dev.hira.sim.memory.AddressSpace;
import dev.hira.sim.profile.DeviceProfile;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** Simulated GPUs, with a process of the simulator for each session. */
public final class SimDriverHost implements DriverHost<CudaDriver> {
    private final Dispatcher<CudaDriver> dispatcher;
    private final SimHost host;
    private final List<LoadGauge> loads;

    /**
     * Creates a host.
     *
     * @param host the devices, which this closes
     * @param nanoTime the clock for measuring loads
     */
    public SimDriverHost(Dispatcher<CudaDriver> dispatcher, SimHost host, LongSupplier nanoTime) {
        this.dispatcher = dispatcher;
        this.host = host;
        this.loads = host.devices().stream().map(device -> new LoadGauge(nanoTime)).toList();
    }

    @Override
    public Dispatcher<CudaDriver> dispatcher() {
        return dispatcher;
    }

    @Override
    public List<DeviceReport> devices() {
        List<DeviceReport> reports = new ArrayList<>();
        for (DeviceStatistics statistics : host.statistics()) {
            reports.add(report(host.devices().get(statistics.ordinal()), statistics));
        }
        return reports;
    }

    private DeviceReport report(SimDevice device, DeviceStatistics statistics) {
        DeviceProfile profile = device.profile();
        long held = statistics.usedBytes() + statistics.retiringBytes();
        return new DeviceReport(
                device.ordinal(),
                profile.deviceName(),
                profile.name(),
                statistics.memoryBytes(),
                Math.max(0, statistics.memoryBytes() - held),
                AddressSpace.ALIGNMENT,
                profile.multiprocessors(),
                profile.clockKhz(),
                statistics.counters().deviceNanos(),
                loads.get(device.ordinal()).update(statistics.counters().deviceNanos()));
    }

    @Override
    public DriverProcess<CudaDriver> open(SessionOwner owner, List<Integer> ordinals) {
        List<SimDevice> visible = ordinals.stream().map(host.devices()::get).toList();
        return new OneProcess(
                host.open(
                        visible,
                        new ProcessOwner(
                                owner.vm(), "session " + owner.session(), owner.output())));
    }

    @Override
    public void close() {
        host.close();
    }

    private record OneProcess(SimProcess process) implements DriverProcess<CudaDriver> {
        @Override
        public CudaDriver lane(long lane) {
            return process.lane(lane);
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
        public long unstatedMemory() {
            return process.unstatedMemory();
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
