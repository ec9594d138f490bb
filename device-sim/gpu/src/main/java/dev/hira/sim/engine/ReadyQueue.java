package dev.hira.sim.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The channels whose next operation is for one engine. Contexts take turns. Within a context a
 * channel with a higher priority goes first; among equals, the channel that has waited longest.
 * Guarded by its engine's lock.
 */
final class ReadyQueue {
    private final ArrayDeque<Turn> turns = new ArrayDeque<>();

    /** The ready channels of one context. */
    static final class Turn {
        private final ChannelGroup group;
        private final List<ArrayDeque<Channel>> byPriority = new ArrayList<>();
        private int size;
        private int running;

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

        boolean isEmpty() {
            return size == 0;
        }

        /** Counts a running channel, unless the limit is reached. */
        boolean enter(int most) {
            boolean may = running < most;
            running += may ? 1 : 0;
            return may;
        }

        /** Counts a channel that has ended. */
        void leave() {
            running--;
        }

        private @Nullable Channel takeFirst(Predicate<Channel> wanted) {
            for (int priority = byPriority.size() - 1; priority >= 0; priority--) {
                for (Channel channel : byPriority.get(priority)) {
                    if (wanted.test(channel)) {
                        byPriority.get(priority).remove(channel);
                        size--;
                        return channel;
                    }
                }
            }
            return null;
        }

        private Channel take() {
            for (int priority = byPriority.size() - 1; priority >= 0; priority--) {
                @Nullable Channel channel = byPriority.get(priority).poll();
                if (channel != null) {
                    size--;
                    return channel;
                }
            }
            throw new IllegalStateException("a context without ready channels has no turn");
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
        @Nullable Turn turn = turns.peek();
        return turn == null ? null : takeTurn(turn);
    }

    /** Removes and returns all channels of a context. */
    List<Channel> removeAll(Turn turn) {
        List<Channel> all = new ArrayList<>();
        for (ArrayDeque<Channel> ready : turn.byPriority) {
            all.addAll(ready);
            ready.clear();
        }
        turn.size = 0;
        turns.remove(turn);
        return all;
    }

    /** The number of channels. */
    int size() {
        int size = 0;
        for (Turn turn : turns) {
            size += turn.size;
        }
        return size;
    }

    /** Takes a channel of the next context that runs fewer channels than the limit. */
    @Nullable Channel poll(int most) {
        @Nullable Turn next = null;
        for (Turn turn : turns) {
            if (turn.enter(most)) {
                next = turn;
                break;
            }
        }
        return next == null ? null : takeTurn(next);
    }

    /** Takes a channel of a context and moves the context to the end of the queue. */
    private Channel takeTurn(Turn turn) {
        turns.remove(turn);
        Channel channel = turn.take();
        if (turn.size > 0) {
            turns.add(turn);
        }
        return channel;
    }

    /**
     * Takes a channel of a context, out of its turn, if the context runs fewer channels than the
     * limit.
     */
    @Nullable Channel take(Turn turn, int most, Predicate<Channel> wanted) {
        if (turn.isEmpty() || !turn.enter(most)) {
            return null;
        }
        @Nullable Channel channel = turn.takeFirst(wanted);
        if (channel == null) {
            turn.leave();
        } else if (turn.isEmpty()) {
            turns.remove(turn);
        }
        return channel;
    }

    /** Takes the channel whose turn it is, if it belongs to this group. */
    @Nullable Channel pollOf(ChannelGroup group) {
        @Nullable Turn turn = turns.peek();
        return turn != null && turn.group == group ? poll() : null;
    }
}
