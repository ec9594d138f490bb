package dev.hira.sim.engine;

import org.jspecify.annotations.Nullable;

/**
 * Advances channels whose tokens the calling thread holds: executes operations that take no time,
 * and passes the token on for the next operation. Also advances channels that become free on the
 * way, one after the other and without recursion.
 */
final class Pump {
    private final DeviceEngines engines;

    /** Channels still to advance, linked by {@link Waiter#nextWaiter}. */
    private @Nullable Channel work;

    private Pump(DeviceEngines engines) {
        this.engines = engines;
    }

    /** Advances a channel. */
    static void start(Channel channel) {
        Pump pump = new Pump(channel.group().engines());
        pump.push(channel);
        pump.run();
    }

    /** Ends an operation that is in no channel, and advances the channels that wait for it. */
    static void finished(DeviceEngines engines, ChannelOperation operation) {
        Pump pump = new Pump(engines);
        pump.wake(operation.complete());
        pump.run();
    }

    /** Ends the operation at the head of a channel and advances the channel. */
    static void finished(Channel channel, ChannelOperation operation) {
        Pump pump = new Pump(channel.group().engines());
        pump.end(channel, operation);
        pump.push(channel);
        pump.run();
        if (operation instanceof EngineOperation work) {
            work.waitersWoken();
        } else if (operation instanceof HostOperation) {
            channel.group().standstill().hostReturned();
        }
    }

    private void push(Channel channel) {
        channel.nextWaiter = work;
        work = channel;
    }

    private void run() {
        while (work != null) {
            Channel channel = work;
            work = (Channel) channel.nextWaiter;
            channel.nextWaiter = null;
            moveOn(channel);
            channel.group().standstill().tokenReturned();
        }
    }

    private void moveOn(Channel channel) {
        Standstill standstill = channel.group().standstill();
        boolean holding = true;
        while (holding && !standstill.park(channel)) {
            @Nullable ChannelOperation head = channel.head();
            holding = head == null ? !channel.goIdle() : carryOut(channel, head);
        }
    }

    /** Carries out the head, or hands it on; returns whether this thread still has the token. */
    private boolean carryOut(Channel channel, ChannelOperation head) {
        ChannelGroup group = channel.group();
        switch (head) {
            case MarkOperation mark -> mark.stamp(engines.nanos(), channel.terminated());
            case ActionOperation action -> act(group, action);
            case WaitOperation wait -> {
                boolean terminated = wait.meetsTermination();
                if (wait.blocks(channel)) {
                    return false;
                }
                if (terminated) {
                    channel.terminate();
                }
            }
            case HostOperation host -> {
                if (!group.cancelled() && host.wanted(group.fault(), channel.terminated())) {
                    if (group.standstill().begins(host, channel)) {
                        DeviceEngines.callHost(channel, host);
                    }
                    return false;
                }
            }
            case EngineOperation work when channel.terminated() -> work.forget();
            case EngineOperation work -> {
                group.engines().engine(work.role()).offer(channel);
                return false;
            }
        }
        end(channel, head);
        if (head instanceof EngineOperation skipped) {
            skipped.waitersWoken();
        }
        return true;
    }

    private static void act(ChannelGroup group, ActionOperation action) {
        try {
            action.run();
        } catch (RuntimeException | Error failure) {
            group.fail(
                    new WorkFault(
                            WorkFaults.UNKNOWN,
                            "the device could not clean up, because " + failure));
        }
    }

    private void end(Channel channel, ChannelOperation operation) {
        channel.advanceTo(operation);
        @Nullable Waiter waiters = operation.complete();
        if (operation instanceof EngineOperation work) {
            work.ends();
        }
        wake(waiters);
    }

    private void wake(@Nullable Waiter first) {
        @Nullable Waiter waiter = first;
        while (waiter != null) {
            @Nullable Waiter following = waiter.nextWaiter;
            switch (waiter) {
                case ThreadWaiter thread -> thread.wake();
                case Channel freed -> push(freed);
                case Waiter.None _ -> throw new IllegalStateException("work has ended twice");
            }
            waiter = following;
        }
    }
}
