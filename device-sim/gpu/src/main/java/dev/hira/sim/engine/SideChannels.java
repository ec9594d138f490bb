package dev.hira.sim.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The channels beside a channel: each has one command of a queue whose commands do not wait for
 * each other. Guarded by the group's submission lock.
 */
final class SideChannels {
    /** The most channels beside one. */
    static final int MOST = 1024;

    private final List<Channel> all = new ArrayList<>();
    private int next;

    /** Returns an idle channel that no command is being added to, or null. */
    @Nullable Channel idle() {
        for (int i = 0; i < all.size(); i++) {
            Channel candidate = all.get((next + i) % all.size());
            if (!candidate.reserved && candidate.idle() && !candidate.terminated()) {
                next = (next + i + 1) % all.size();
                return candidate;
            }
        }
        return null;
    }

    /** Removes channels without further use and returns them. */
    List<Channel> removeTerminated() {
        List<Channel> ended =
                all.stream()
                        .filter(each -> each.terminated() && each.idle() && !each.reserved)
                        .toList();
        all.removeAll(ended);
        return ended;
    }

    boolean isFull() {
        return all.size() >= MOST;
    }

    void add(Channel channel) {
        all.add(channel);
    }

    /** All of them. */
    List<Channel> all() {
        return all;
    }
}
