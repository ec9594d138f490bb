package dev.hira.sim.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The channels whose next operation is for one engine. Contexts take turns; within a context a
 * channel of a higher priority goes first, and among equals the one that has waited longest. Used
 * under its engine's lock.
 */
final class ReadyQueue {
    private final ArrayDeque<Turn> turns = new ArrayDeque<>();

    /** The ready channels of one context. */
    static final class Turn {
        private final ChannelGroup group;
        private final List<ArrayDeque<Channel>> byPriority = new ArrayList<>();
        private int size;

        Turn(ChannelGroup group) {
            this.group = group;
        }

        private void add(Channel channel) {
            while (byPriority.size() <= channel.priority()) {
                byPriority.add(new ArrayDeque<>(2));
            }
            byPriority.get(channel.priority()).add(channel);
            size++;
        }

        private Channel take() {
            for (int priority = byPriority.size() - 1; priority >= 0; priority--) {
                @Nullable Channel channel = byPriority.get(priority).poll();
                if (channel != null) {
                    size--;
                    return channel;
                }
            }
            throw new IllegalStateException("A context without ready channels has no turn.");
        }
    }

    boolean isEmpty() {
        return turns.isEmpty();
    }

    void add(Channel channel, int engine) {
        Turn turn = channel.group().turn(engine);
        turn.add(channel);
        if (turn.size == 1) {
            turns.add(turn);
        }
    }

    /** Takes the channel whose turn it is. */
    @Nullable Channel poll() {
        @Nullable Turn turn = turns.poll();
        if (turn == null) {
            return null;
        }
        Channel channel = turn.take();
        if (turn.size > 0) {
            turns.add(turn);
        }
        return channel;
    }

    /** Takes the channel whose turn it is, if it belongs to this group. */
    @Nullable Channel pollOf(ChannelGroup group) {
        @Nullable Turn turn = turns.peek();
        return turn != null && turn.group == group ? poll() : null;
    }
}
