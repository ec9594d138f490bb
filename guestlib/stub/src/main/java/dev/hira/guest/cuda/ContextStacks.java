package dev.hira.guest.cuda;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Each thread's stack of contexts, mirroring the server's stack for the thread's lane. */
final class ContextStacks {
    private static final int FIRST_SWEEP = 64;

    private final ConcurrentHashMap<Thread, Stack> stacks = new ConcurrentHashMap<>();
    private final AtomicInteger sweepAt = new AtomicInteger(FIRST_SWEEP);

    /** One thread's stack; used only by that thread. */
    static final class Stack {
        private long[] contexts = new long[4];
        private int depth;

        boolean isEmpty() {
            return depth == 0;
        }

        /** Returns the current context, or 0. */
        long top() {
            return depth == 0 ? 0 : contexts[depth - 1];
        }

        void push(long context) {
            if (depth == contexts.length) {
                contexts = Arrays.copyOf(contexts, depth * 2);
            }
            contexts[depth++] = context;
        }

        long pop() {
            return contexts[--depth];
        }
    }

    /** Returns the calling thread's stack. */
    Stack current() {
        Stack stack = stacks.get(Thread.currentThread());
        return stack != null ? stack : create();
    }

    private Stack create() {
        if (stacks.size() >= sweepAt.get()) {
            stacks.keySet().removeIf(thread -> !thread.isAlive());
            sweepAt.set(Math.max(FIRST_SWEEP, 2 * stacks.size()));
        }
        Stack stack = new Stack();
        stacks.put(Thread.currentThread(), stack);
        return stack;
    }
}
