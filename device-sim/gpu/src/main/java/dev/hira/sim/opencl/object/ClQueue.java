package dev.hira.sim.opencl.object;

import dev.hira.sim.driver.object.SimStream;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelOperation;
import java.util.List;

/** A queue of commands. */
public final class ClQueue extends ClObject {
    private final SimStream stream;
    private final long properties;
    private final long[] list;

    /**
     * @param properties joined by or
     * @param list the properties as the program gave them, if in a list
     */
    public ClQueue(ClContext context, SimStream stream, long properties, long[] list) {
        super(stream.name(), context, context);
        this.stream = stream;
        this.properties = properties;
        this.list = list.clone();
    }

    public Channel channel() {
        return stream.channel();
    }

    public long properties() {
        return properties;
    }

    public long[] list() {
        return list.clone();
    }

    /** Whether commands wait only for what they are told to wait for. */
    public boolean outOfOrder() {
        return (properties & 1) != 0;
    }

    /** Whether all commands have ended. */
    public boolean idle() {
        return last().stream().allMatch(ChannelOperation::done);
    }

    /** The operations that must end for all commands to have ended. */
    public List<ChannelOperation> last() {
        return channel().group().siblings().lastOf(channel());
    }

    /** Whether its events have times. */
    public boolean profiles() {
        return (properties & 2) != 0;
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        ends.queue(stream, ended);
    }
}
