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
    private final ArrayDeque<ContextQueue> contexts = new ArrayDeque<>();

    /** The ready channels of one context. */
    static final class ContextQueue {
        private final ChannelGroup group;
        private final List<ArrayDeque<Channel>> byPriority = new ArrayList<>();
        private int size;
        private int running;

        ContextQueue(ChannelGroup group) {
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
        return contexts.isEmpty();
    }

    void add(Channel channel, int engine) {
        ContextQueue context = channel.group().ready(engine);
        context.add(channel);
        if (context.size == 1) {
            contexts.add(context);
        }
    }

    /** Takes the channel whose turn it is. */
    @Nullable Channel poll() {
        @Nullable ContextQueue context = contexts.peek();
        return context == null ? null : takeNext(context);
    }

    /** Removes and returns all channels of a context. */
    List<Channel> removeAll(ContextQueue context) {
        List<Channel> all = new ArrayList<>();
        for (ArrayDeque<Channel> ready : context.byPriority) {
            all.addAll(ready);
            ready.clear();
        }
        context.size = 0;
        contexts.remove(context);
        return all;
    }

    /** The number of channels. */
    int size() {
        int size = 0;
        for (ContextQueue context : contexts) {
            size += context.size;
        }
        return size;
    }

    /** Takes a channel of the next context that runs fewer channels than the limit. */
    @Nullable Channel poll(int most) {
        @Nullable ContextQueue next = null;
        for (ContextQueue context : contexts) {
            if (context.enter(most)) {
                next = context;
                break;
            }
        }
        return next == null ? null : takeNext(next);
    }

    /** Takes a channel of a context and moves the context to the end of the queue. */
    private Channel takeNext(ContextQueue context) {
        contexts.remove(context);
        Channel channel = context.take();
        if (context.size > 0) {
            contexts.add(context);
        }
        return channel;
    }

    /**
     * Takes a channel of a context, out of its turn, if the context runs fewer channels than the
     * limit.
     */
    @Nullable Channel take(ContextQueue context, int most, Predicate<Channel> wanted) {
        if (context.isEmpty() || !context.enter(most)) {
            return null;
        }
        @Nullable Channel channel = context.takeFirst(wanted);
        if (channel == null) {
            context.leave();
        } else if (context.isEmpty()) {
            contexts.remove(context);
        }
        return channel;
    }

    /** Takes the channel whose turn it is, if it belongs to this group. */
    @Nullable Channel pollOf(ChannelGroup group) {
        @Nullable ContextQueue context = contexts.peek();
        return context != null && context.group == group ? poll() : null;
    }
}
