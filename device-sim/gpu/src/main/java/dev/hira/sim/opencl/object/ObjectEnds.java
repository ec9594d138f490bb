package dev.hira.sim.opencl.object;

import dev.hira.api.opencl.host.FreedAddresses;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.driver.object.SimContext;
import dev.hira.sim.driver.object.SimModule;
import dev.hira.sim.driver.object.SimObject;
import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.engine.ActionOperation;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.HostOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.memory.Allocation;
import org.jspecify.annotations.Nullable;

/** Ends what objects of OpenCL have on their devices. */
record ObjectEnds(ProcessState process, FreedAddresses freed) {
    void context(SimContext context) {
        if (context.equals(process.objects().get(context.name()))) {
            process.destroyContext(context);
        }
    }

    /** Ends a queue; its commands still complete, and then something else happens. */
    void queue(SimStream stream, Runnable afterwards) {
        process.objects().remove(stream.name());
        Channel channel = stream.channel();
        ChannelGroup group = channel.group();
        group.submit(channel, new ActionOperation(afterwards), group.siblings().lastOf(channel));
        channel.group().close(channel);
    }

    /** Calls functions of the program when all work of a context has ended. */
    void call(SimContext context, Runnable functions) {
        ChannelGroup group = context.channels();
        Channel channel = group.open(false, 0);
        MarkOperation ended = new MarkOperation();
        group.submitAfterAll(ended);
        group.submitWait(channel, ended);
        group.submit(channel, new HostOperation((_, _) -> functions.run(), true));
        group.close(channel);
    }

    void memory(SimContext context, long address) {
        @Nullable Allocation<ChannelOperation> allocation = context.memory().startingAt(address);
        if (allocation != null && context.free(allocation)) {
            freed.ended(address);
        }
    }

    void module(SimModule module) {
        process.endModule(module);
    }

    /** Removes an object, unless its name is that of another one. */
    void forget(SimObject object) {
        if (object.equals(process.objects().get(object.name()))) {
            process.leave(object);
        }
    }
}
