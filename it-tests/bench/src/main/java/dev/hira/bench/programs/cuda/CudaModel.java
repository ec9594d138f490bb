package dev.hira.bench.programs.cuda;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What exists in a program, by the numbers of the calls that created it.
 *
 * <p>Work of a stream counts as done when it is submitted. Each buffer and each module's counter
 * therefore remembers the stream whose work may still use it; other streams cannot use it until the
 * program, or an event, has waited for that stream.
 */
public final class CudaModel {
    /** The stream of work that has certainly ended. */
    static final int IDLE = -1;

    /** Ints of a buffer. */
    static final int INTS = 64;

    static final int DEVICES = 2;

    private final Map<Integer, Item> items = new LinkedHashMap<>();
    private final Map<Integer, Deque<Integer>> stacks = new HashMap<>();
    private final Map<Integer, List<Integer>> calledInShared = new HashMap<>();
    private int now;

    /** The kinds of objects. */
    enum Kind {
        CONTEXT,
        MODULE,
        FUNCTION,
        BUFFER,
        STREAM,
        EVENT
    }

    /** An object. */
    static final class Item {
        final Kind kind;
        final int number;

        /** The object that it belongs to: a context, or a function's module. */
        final int parent;

        /** The value that it was created with: a device, a kernel. */
        final int value;

        boolean alive = true;

        /** Whether the work of a context has failed. */
        boolean failed;

        /** The contents of a buffer, or a module's counter. */
        final int[] contents;

        /** The stream that may still use the contents. */
        int user = IDLE;

        /** The time of the last use. */
        int used;

        /** The functions of the program that a stream has called, in their order. */
        final List<Integer> called = new ArrayList<>();

        Item(Kind kind, int number, int parent, int value) {
            this.kind = kind;
            this.number = number;
            this.parent = parent;
            this.value = value;
            this.contents = new int[kind == Kind.BUFFER ? INTS : 1];
        }
    }

    /** Returns the functions of a thread that the stream of all threads has called. */
    List<Integer> calledInShared(int thread) {
        return calledInShared.computeIfAbsent(thread, _ -> new ArrayList<>());
    }

    Item create(Kind kind, int number, int parent, int value) {
        Item item = new Item(kind, number, parent, value);
        items.put(number, item);
        return item;
    }

    /** Returns an object of a kind that lives; null if there is none of this number. */
    @Nullable Item living(Kind kind, int number) {
        Item item = items.get(number);
        return item != null && item.kind == kind && item.alive ? item : null;
    }

    /** Returns an object of a kind that has ended; null if there is none of this number. */
    @Nullable Item ended(Kind kind, int number) {
        Item item = items.get(number);
        return item != null && item.kind == kind && !item.alive ? item : null;
    }

    /** Returns an object of a kind that lives in the thread's current context. */
    @Nullable Item here(Kind kind, int number, int thread) {
        Item item = living(kind, number);
        return item != null && context(item) == current(thread) ? item : null;
    }

    /** Returns the number of the context that an object belongs to. */
    private int context(Item item) {
        return item.kind == Kind.FUNCTION
                ? Objects.requireNonNull(items.get(item.parent)).parent
                : item.parent;
    }

    /** Returns the thread's current context; {@link #IDLE} if it has none, or one that failed. */
    int current(int thread) {
        int top = top(thread);
        return top == IDLE || isFailed(top) ? IDLE : top;
    }

    /** Returns the context at the top of the thread's stack; {@link #IDLE} if there is none. */
    int top(int thread) {
        Integer top = stack(thread).peek();
        return top == null ? IDLE : top;
    }

    /** Notes that the work of a context has failed. */
    void fail(int context) {
        Objects.requireNonNull(items.get(context)).failed = true;
    }

    /** Whether calls in a context give the failure of its work. */
    boolean isFailed(int context) {
        return Objects.requireNonNull(items.get(context)).failed;
    }

    Deque<Integer> stack(int thread) {
        return stacks.computeIfAbsent(thread, _ -> new ArrayDeque<>());
    }

    /** Whether the context is current, or will be, in a way other than at the top of this stack. */
    boolean isElsewhere(int context, int thread) {
        long all =
                stacks.values().stream()
                        .flatMap(Deque::stream)
                        .filter(number -> number == context)
                        .count();
        return all > (top(thread) == context ? 1 : 0);
    }

    /** Ends an object and what belongs to it. */
    void end(Item item) {
        item.alive = false;
        for (Item other : List.copyOf(items.values())) {
            if (other.alive && other.parent == item.number && other.kind != Kind.CONTEXT) {
                end(other);
            }
        }
    }

    /** Whether work of a stream may use an object's contents. */
    static boolean isFree(Item item, int stream) {
        return item.user == IDLE || item.user == stream;
    }

    /**
     * Returns the stream of a call: a number that is not positive stands for the default stream of
     * the thread's current context. {@link #IDLE} if there is no such stream.
     */
    int stream(int number, int thread) {
        if (current(thread) == IDLE || (number > 0 && here(Kind.STREAM, number, thread) == null)) {
            return IDLE;
        }
        return number > 0 ? number : defaultStream(thread);
    }

    /** Returns the number that stands for the default stream of a thread's current context. */
    int defaultStream(int thread) {
        return -2 - current(thread);
    }

    void use(Item item, int stream) {
        item.user = stream;
        item.used = ++now;
    }

    int now() {
        return now;
    }

    /** Passes the uses of a stream until a time on to another stream, or drops them. */
    void pass(int from, int until, int to) {
        for (Item item : items.values()) {
            if (item.user == from && item.used <= until) {
                item.user = to;
            }
        }
    }

    /** Ends the work of all streams of a context. */
    void finish(int context) {
        pass(-2 - context, now, IDLE);
        items.values().stream()
                .filter(item -> item.kind == Kind.STREAM && item.parent == context)
                .forEach(stream -> pass(stream.number, now, IDLE));
    }

    /** Ends the work of all streams. */
    void finishAll() {
        items.values().forEach(item -> item.user = IDLE);
    }

    /** Loses the contents of all memory. Contexts that have failed are created anew with it. */
    void lose() {
        for (Item item : items.values()) {
            Arrays.fill(item.contents, 0);
            item.failed = false;
        }
    }

    /** Whether any work of a context may still run. */
    boolean isBusy(int context) {
        return items.values().stream()
                .anyMatch(item -> item.user != IDLE && contextOf(item.user) == context);
    }

    private int contextOf(int stream) {
        return stream < IDLE ? -2 - stream : Objects.requireNonNull(items.get(stream)).parent;
    }

    /** Returns the numbers of all living objects of a kind. */
    List<Integer> all(Kind kind) {
        return items.values().stream()
                .filter(item -> item.kind == kind && item.alive)
                .map(item -> item.number)
                .toList();
    }

    /** Whether work of a stream may still run. */
    boolean hasWork(int stream) {
        return items.values().stream().anyMatch(item -> item.user == stream);
    }

    /** Returns a random living object of a kind, mostly one of the thread's current context. */
    int random(SplittableRandom random, Kind kind, int thread) {
        List<Integer> all =
                items.values().stream()
                        .filter(item -> item.kind == kind && item.alive)
                        .filter(item ->
                                kind == Kind.CONTEXT
                                        || context(item) == current(thread)
                                        || random.nextInt(8) == 0)
                        .map(item -> item.number)
                        .collect(Collectors.toList());
        return all.isEmpty() ? IDLE : all.get(random.nextInt(all.size()));
    }

    /** Returns a random object of a kind that has ended. */
    int randomEnded(SplittableRandom random, Kind kind) {
        List<Integer> all =
                items.values().stream()
                        .filter(item -> item.kind == kind && !item.alive)
                        .map(item -> item.number)
                        .toList();
        return all.isEmpty() ? IDLE : all.get(random.nextInt(all.size()));
    }

    /** Returns the number of a context's device. */
    int device(int context) {
        return Objects.requireNonNull(items.get(context)).value;
    }

    /** Returns a value that stands for contents of memory in a result. */
    static String text(int[] contents) {
        return contents.length == 1
                ? "" + contents[0]
                : contents[0] + ", " + contents[1] + " … #" + Arrays.hashCode(contents);
    }
}
