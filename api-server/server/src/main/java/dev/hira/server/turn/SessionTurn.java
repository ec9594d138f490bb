package dev.hira.server.turn;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The right to work for a session. One thread has it at a time, so the session needs no locks.
 *
 * <p>Items (frames) arrive on one thread, the session's home thread, in order. As long as no item
 * waits and an item does not take long, the home thread processes it at once: no queue, no
 * allocation, no other thread. An item that takes long moves the turn to a worker. Later items are
 * queued, and the worker processes them in order. When the queue is empty the turn is free, and the
 * home thread takes it again with the next item.
 *
 * <p>Tasks come from other threads (a blocking call has ended, an output is known). A thread that
 * adds a task runs it itself if the turn is free. Otherwise the thread that has the turn runs it,
 * before the next item or in {@link #runTasks}. A thread that runs only its task never processes
 * items: if some wait when it is done, it passes the turn to a worker.
 *
 * <p>The turn is a word: free or taken. A thread that adds something tries to take the turn
 * afterwards, and a thread that frees the turn looks for work afterwards; turn and queues are
 * volatile, so one of the two threads sees the other's write and no work is left behind.
 *
 * @param <T> the items that arrive in order
 */
public final class SessionTurn<T> {
    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(SessionTurn.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TurnWork<T> work;
    private final Executor workers;
    private final Queue<T> items = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicLong backlog = new AtomicLong();

    @SuppressWarnings("UnusedVariable") // through TAKEN
    private volatile boolean taken;

    private volatile @Nullable Thread owner;
    private volatile boolean held;
    private volatile boolean closed;

    public SessionTurn(TurnWork<T> work, Executor workers) {
        this.work = work;
        this.workers = workers;
    }

    /** Accepts an item. Only on the home thread. */
    public void arrived(T item) {
        if (closed) {
            work.dropped(item);
            return;
        }
        if (items.isEmpty() && !held && !work.takesLong(item) && tryTake()) {
            try {
                work.handle(item);
                runTasksAndSend();
            } finally {
                free();
            }
            return;
        }
        backlog.addAndGet(work.weight(item));
        items.add(item);
        if (closed) {
            dropItems();
        } else if (!held && tryTake()) {
            continueOnWorker();
        }
    }

    /**
     * Runs a task with the turn: here and now if the turn is free or this thread has it, otherwise
     * on the thread that has it.
     */
    public void run(Runnable task) {
        if (isMine()) {
            task.run();
            return;
        }
        tasks.add(task);
        if (tryTake()) {
            try {
                runTasksAndSend();
            } finally {
                free();
            }
        }
    }

    /** Whether the calling thread has the turn. */
    @SuppressWarnings("ReferenceEquality") // a thread is only itself
    public boolean isMine() {
        return owner == Thread.currentThread();
    }

    /** Runs the waiting tasks. Only with the turn. */
    public void runTasks() {
        if (tasks.isEmpty()) {
            return;
        }
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /**
     * Stops or resumes the processing of items; tasks continue. May be called with or without the
     * turn.
     */
    public void hold(boolean hold) {
        held = hold;
        if (!hold && hasWork() && tryTake()) {
            continueOnWorker();
        }
    }

    /** The total weight of the waiting items. */
    public long backlog() {
        return backlog.get();
    }

    /** Drops the waiting items and all later ones; tasks still run. */
    public void close() {
        closed = true;
        dropItems();
    }

    @Override
    public String toString() {
        Thread working = owner;
        return "turn "
                + (working != null ? "of " + working.getName() : taken ? "handed on" : "free")
                + (held ? ", held" : "")
                + (closed ? ", closed" : "")
                + ", backlog "
                + backlog;
    }

    private boolean tryTake() {
        if ((boolean) TAKEN.getVolatile(this) || !TAKEN.compareAndSet(this, false, true)) {
            return false;
        }
        owner = Thread.currentThread();
        return true;
    }

    /** Frees the turn and processes work that arrived meanwhile. */
    private void free() {
        release();
        while (hasWork() && tryTake()) {
            if (!items.isEmpty() && !held) {
                continueOnWorker();
                return;
            }
            try {
                runTasksAndSend();
            } finally {
                release();
            }
        }
    }

    private void release() {
        owner = null;
        TAKEN.setVolatile(this, false);
    }

    private boolean hasWork() {
        return !tasks.isEmpty() || (!held && !items.isEmpty());
    }

    /** Passes this thread's turn to a worker. */
    private void continueOnWorker() {
        owner = null;
        try {
            workers.execute(this::catchUp);
        } catch (RejectedExecutionException e) {
            catchUp();
        }
    }

    private void catchUp() {
        do {
            owner = Thread.currentThread();
            try {
                workOff();
            } finally {
                release();
            }
        } while (hasWork() && tryTake());
    }

    private void workOff() {
        runTasksAndSend();
        T item = held ? null : items.poll();
        while (item != null) {
            long weight = work.weight(item);
            work.handle(item);
            backlog.addAndGet(-weight);
            runTasksAndSend();
            item = held ? null : items.poll();
        }
    }

    /** Runs the waiting tasks and sends the answers. */
    private void runTasksAndSend() {
        runTasks();
        work.sendAnswers();
    }

    private void dropItems() {
        for (T item = items.poll(); item != null; item = items.poll()) {
            backlog.addAndGet(-work.weight(item));
            work.dropped(item);
        }
    }
}
