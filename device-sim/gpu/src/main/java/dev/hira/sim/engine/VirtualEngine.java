package dev.hira.sim.engine;

import dev.hira.sim.clock.VirtualClock;
import dev.hira.sim.engine.cost.Bus;
import dev.hira.sim.engine.cost.Cost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An engine on the virtual clock. An operation takes effect when it starts and is done when its
 * modelled time has passed. Guarded by the clock's lock.
 */
final class VirtualEngine extends Engine {
    private final VirtualClock clock;
    private final Bus bus;
    private final long switchNanos;
    private final ReadyQueue ready = new ReadyQueue();
    private @Nullable Channel running;
    private @Nullable ChannelGroup lastGroup;

    /**
     * Creates an engine.
     *
     * @param bus the bus for its transfers
     * @param switchNanos the time to switch from one context to another
     */
    VirtualEngine(int index, VirtualClock clock, Bus bus, long switchNanos) {
        super(index);
        this.clock = clock;
        this.bus = bus;
        this.switchNanos = switchNanos;
    }

    @Override
    void offer(Channel channel) {
        ready.add(channel, index());
        startNext();
    }

    @Override
    boolean tryExecute(ChannelGroup group, EngineOperation operation) {
        return false;
    }

    @Override
    void help(ChannelGroup group, ChannelOperation until) {
        // A waiting thread advances the time instead.
    }

    @Override
    List<Channel> withdraw(ChannelGroup group) {
        return List.of(); // nothing stands still on the virtual clock
    }

    @Override
    void stop() {
        // The engine has no thread.
    }

    private void startNext() {
        if (running != null) {
            return;
        }
        @Nullable Channel channel = ready.poll();
        if (channel == null) {
            return;
        }
        running = channel;
        EngineOperation operation = head(channel);
        long begin = clock.nanos();
        boolean done = execute(channel.group(), operation);
        Runnable finish = () -> finish(channel, operation, begin, done);
        Cost cost = channel.group().skips() ? Cost.of(0) : operation.cost();
        clock.schedule(cost.nanos() + switchCost(channel.group()), () -> transfer(cost, finish));
    }

    private long switchCost(ChannelGroup group) {
        boolean switches = lastGroup != null && lastGroup != group;
        lastGroup = group;
        return switches ? switchNanos : 0;
    }

    private void transfer(Cost cost, Runnable finish) {
        if (cost.busBytes() == 0) {
            finish.run();
        } else {
            bus.transfer(cost.busBytes(), cost.busRate(), finish);
        }
    }

    private void finish(Channel channel, EngineOperation operation, long begin, boolean done) {
        running = null;
        long end = clock.nanos();
        account(channel.group(), operation, end - begin);
        if (done) {
            trace(channel, operation, begin, end);
        }
        Pump.finished(channel, operation);
        startNext();
    }

    private static EngineOperation head(Channel channel) {
        EngineOperation operation = (EngineOperation) channel.head();
        if (operation == null) {
            throw new IllegalStateException("a ready channel has nothing to do");
        }
        return operation;
    }
}
