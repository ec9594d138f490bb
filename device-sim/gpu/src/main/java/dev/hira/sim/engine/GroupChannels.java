package dev.hira.sim.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The channels of a group besides its legacy channel. A question costs no more than the operations
 * that were added since the last one, however many channels there are. Guarded by the group's
 * submission lock.
 */
final class GroupChannels {
    private final Set<Channel> all = new LinkedHashSet<>();
    private final Busy blocking = new Busy();
    private final Busy others = new Busy();
    private Set<Channel> newForLegacy = new LinkedHashSet<>();
    private Set<Channel> newForReaper = new LinkedHashSet<>();

    void add(Channel channel) {
        all.add(channel);
    }

    void remove(Channel channel) {
        all.remove(channel);
        blocking.channels.remove(channel);
        others.channels.remove(channel);
        newForLegacy.remove(channel);
        newForReaper.remove(channel);
    }

    /** Notes that a channel gets another operation. */
    void extended(Channel channel) {
        if (channel.blocking()) {
            blocking.channels.add(channel);
            newForLegacy.add(channel);
        } else {
            others.channels.add(channel);
        }
        newForReaper.add(channel);
    }

    /** Returns the blocking channels that have got operations since the last call. */
    Collection<Channel> newForLegacy() {
        Set<Channel> channels = newForLegacy;
        newForLegacy = new LinkedHashSet<>();
        return channels;
    }

    /** Returns the channels that have got operations since the last call. */
    Collection<Channel> newForReaper() {
        Set<Channel> channels = newForReaper;
        newForReaper = new LinkedHashSet<>();
        return channels;
    }

    /** The blocking channels at work. */
    Busy blocking() {
        return blocking;
    }

    /** The channels at work that are not blocking. */
    Busy others() {
        return others;
    }

    List<Channel> all() {
        return new ArrayList<>(all);
    }

    /** Channels that may have unfinished operations. Forgets idle ones when it meets them. */
    static final class Busy {
        private final Set<Channel> channels = new LinkedHashSet<>();

        boolean isIdle() {
            return first() == null;
        }

        /** Returns the operation that was submitted last to the first busy channel, or null. */
        @Nullable ChannelOperation first() {
            Iterator<Channel> each = channels.iterator();
            while (each.hasNext()) {
                ChannelOperation last = each.next().last();
                if (!last.done()) {
                    return last;
                }
                each.remove();
            }
            return null;
        }

        /** Adds the operation that was submitted last to each busy channel. */
        void addLast(List<ChannelOperation> to) {
            channels.removeIf(Channel::idle);
            channels.forEach(channel -> to.add(channel.last()));
        }
    }
}
