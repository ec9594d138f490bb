package dev.hira.sim.driver.object;

import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.profile.DeviceProfile.Costs;

/** A launch of a kernel as an operation, which a channel holds and the compute engine executes. */
public final class KernelOperation extends EngineOperation {
    private final Costs costs;
    private final Launch launch;
    private final SimFunction function;

    /** The device time of earlier executions, which were paused. */
    private long earlierNanos;

    public KernelOperation(Costs costs, Launch launch, SimFunction function) {
        this.costs = costs;
        this.launch = launch;
        this.function = function;
    }

    /** The kernel. */
    public SimFunction function() {
        return function;
    }

    /** The launch, for readers while the operation is not executed. */
    public Launch launch() {
        return launch;
    }

    @Override
    public String what() {
        return function.kernel().name();
    }

    @Override
    protected Role role() {
        return Role.COMPUTE;
    }

    @Override
    protected void execute() {
        earlierNanos = launch.deviceNanos();
        try {
            launch.run();
        } catch (KernelFault fault) {
            if (fault.kind() == FaultKind.LAUNCH_TIMEOUT && work() != null) {
                work().overran(function.kernel().name(), launch.deviceNanos());
            }
            throw new WorkFault(
                    CudaFailures.code(fault.kind()).value(), String.valueOf(fault.getMessage()));
        } finally {
            if (work() != null && !launch.paused()) {
                work().printed(launch.takeText());
            }
        }
    }

    @Override
    protected long nanosSoFar() {
        return launch.nanosSoFar();
    }

    @Override
    protected long realNanos(long took) {
        long nanos = earlierNanos + Math.min(took, launch.deviceNanos() - earlierNanos);
        return Math.max(nanos, costs.least());
    }

    @Override
    protected boolean lasts() {
        return true;
    }

    @Override
    protected void pause() {
        launch.pause();
    }

    @Override
    protected boolean paused() {
        return launch.paused();
    }

    @Override
    protected void stop() {
        launch.stop();
    }

    @Override
    protected void forget() {
        launch.forget();
    }

    @Override
    protected Cost cost() {
        return Cost.of(costs.launch() + launch.modelledNanos());
    }

    @Override
    protected void count(EngineCounters counters, long nanos) {
        counters.kernel(nanos);
    }
}
