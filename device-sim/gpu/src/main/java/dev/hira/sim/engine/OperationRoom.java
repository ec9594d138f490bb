package dev.hira.sim.engine;

import dev.hira.base.SharedBudget;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The memory that the operations of a group's channels take. Each channel has room for a few
 * operations; room for more is taken from the budget of the channels' process, each time four times
 * as much, and returns to it when the channel ends or when another channel of the group needs it.
 * Guarded by the group's submission lock.
 */
final class OperationRoom {
    /** The operations for which a channel has room from the start. */
    static final int FREE = 64;

    /** The most operations of a channel that are not done, unless one command adds more. */
    static final int MOST = 1 << 16;

    /** The heap that an operation takes with what it refers to. */
    static final long BYTES = 512;

    private static final int GROWTH = 4;

    private final SharedBudget.Part budget;

    /** The channels with room from the budget, which bounds their number. */
    private final Set<Channel> extended = new LinkedHashSet<>();

    OperationRoom(SharedBudget.Part budget) {
        this.budget = budget;
    }

    /** Makes room for further operations of a channel; false when there is none. */
    boolean extend(Channel channel, long more) {
        long needed = channel.pending() + more;
        if (needed <= channel.room) {
            return true;
        }
        if (needed > MOST && channel.pending() > 0) {
            return false;
        }
        long most = Math.max(needed, Math.min(channel.room * GROWTH, MOST));
        return take(channel, most) || take(channel, needed);
    }

    private boolean take(Channel channel, long room) {
        if (!budget.take((room - channel.room) * BYTES)) {
            return false;
        }
        channel.room = room;
        extended.add(channel);
        return true;
    }

    /** Gives back the room that the channels' pending operations do not take. */
    void shrink() {
        for (Iterator<Channel> each = extended.iterator(); each.hasNext(); ) {
            Channel channel = each.next();
            long least = Math.max(FREE, channel.pending());
            if (channel.room > least) {
                budget.give((channel.room - least) * BYTES);
                channel.room = least;
            }
            if (least == FREE) {
                each.remove();
            }
        }
    }

    /** Returns the most operations for which one channel could ever have room. */
    long most() {
        return FREE + budget.most() / BYTES;
    }

    /** The number of channels at which {@link #shrink} looks. */
    int extended() {
        return extended.size();
    }

    /** Takes memory that a channel holds as long as it exists; false when there is none. */
    boolean hold(Channel channel, long bytes) {
        if (!budget.take(bytes)) {
            return false;
        }
        channel.heldBytes = bytes;
        return true;
    }

    /** Gives back what a channel has that gets no further operations. */
    void end(Channel channel) {
        extended.remove(channel);
        budget.give((channel.room - FREE) * BYTES + channel.heldBytes);
        channel.room = FREE;
        channel.heldBytes = 0;
    }
}
