package dev.hira.bench.programs.opencl;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What exists in a program, by the numbers of the calls that created it.
 *
 * <p>Each command waits for the last command that used one of its buffers. So contents are as if
 * commands ran in the order of their calls. A command runs once all its gates are open: the
 * program's own events on which it depends. Calls that wait for a command whose gates are shut
 * would never return.
 */
public final class OpenClModel {
    /** No object. */
    static final int NONE = -1;

    /** Ints of a buffer; a sub-buffer has the second half. */
    static final int INTS = 256;

    static final int DEVICES = 2;

    private final Map<Integer, Item> items = new LinkedHashMap<>();

    /** The gates that were shut when memory was released, for which the release may wait. */
    private final Set<Integer> ofReleases = new TreeSet<>();

    /** The kinds of objects. */
    enum Kind {
        CONTEXT,
        QUEUE,
        PROGRAM,
        KERNEL,
        BUFFER,
        EVENT
    }

    /** An object. */
    static final class Item {
        final Kind kind;
        final int number;
        final int context;

        /** The value that it was created with: a device, a kernel, whether a queue is in order. */
        final int value;

        /** The buffer that has the contents: of a sub-buffer, the one it is a part of. */
        final Item whole;

        final int[] contents;
        boolean alive = true;

        /** The program's own events for which the last command, or any of a queue, still waits. */
        final Set<Integer> gates = new TreeSet<>();

        /** The callbacks of an event. */
        final List<Integer> callbacks = new ArrayList<>();

        Item(Kind kind, int number, int context, int value, @Nullable Item whole) {
            this.kind = kind;
            this.number = number;
            this.context = context;
            this.value = value;
            this.whole = whole == null ? this : whole;
            this.contents = kind == Kind.BUFFER && whole == null ? new int[INTS] : new int[0];
        }

        /** The first int of a buffer's contents. */
        int from() {
            return isPart() ? INTS / 2 : 0;
        }

        boolean isPart() {
            return !whole.equals(this);
        }
    }

    Item create(Kind kind, int number, int context, int value, @Nullable Item whole) {
        Item item = new Item(kind, number, context, value, whole);
        items.put(number, item);
        return item;
    }

    /** Returns an object of a kind that lives; null if there is none of this number. */
    @Nullable Item living(Kind kind, int number) {
        Item item = items.get(number);
        return item != null && item.kind == kind && item.alive ? item : null;
    }

    /** Returns an object of a kind that was released; null if there is none of this number. */
    @Nullable Item released(Kind kind, int number) {
        Item item = items.get(number);
        return item != null && item.kind == kind && !item.alive ? item : null;
    }

    /** Returns the gates of a command that uses buffers. */
    static Set<Integer> gates(Item queue, Item... buffers) {
        Set<Integer> gates = new TreeSet<>();
        if (queue.value == 0) {
            gates.addAll(queue.gates);
        }
        for (Item buffer : buffers) {
            gates.addAll(buffer.whole.gates);
        }
        return gates;
    }

    /** Notes a command and its event. */
    void command(int number, Item queue, Set<Integer> gates, Item... buffers) {
        queue.gates.addAll(gates);
        for (Item buffer : buffers) {
            buffer.whole.gates.clear();
            buffer.whole.gates.addAll(gates);
        }
        create(Kind.EVENT, number, queue.context, 0, null).gates.addAll(gates);
    }

    /** Notes that memory was released. */
    void releasedMemory() {
        ofReleases.addAll(shut());
    }

    /** Whether a release of memory may wait for the program. */
    boolean releasesBehindGates() {
        return !ofReleases.isEmpty();
    }

    /** Opens a gate. */
    void open(int event) {
        items.values().forEach(item -> item.gates.remove(event));
        ofReleases.remove(event);
    }

    /** Returns the program's own events that have no status yet. */
    Set<Integer> shut() {
        Set<Integer> shut = new TreeSet<>();
        items.values().forEach(item -> shut.addAll(item.gates));
        return shut;
    }

    /** Loses the contents of all memory. */
    void lose() {
        items.values().forEach(item -> Arrays.fill(item.contents, 0));
    }

    /** Returns the numbers of all living objects of a kind. */
    List<Integer> all(Kind kind) {
        return items.values().stream()
                .filter(item -> item.kind == kind && item.alive)
                .map(item -> item.number)
                .toList();
    }

    /** Returns the numbers of all events that call functions, also of those that were released. */
    List<Integer> withCallbacks() {
        return items.values().stream()
                .filter(item -> !item.callbacks.isEmpty())
                .map(item -> item.number)
                .toList();
    }

    /** Returns a random object of a kind: mostly a living one of a context, if one is given. */
    int random(SplittableRandom random, Kind kind, int context) {
        boolean any = random.nextInt(8) == 0;
        List<Integer> all =
                items.values().stream()
                        .filter(item -> item.kind == kind)
                        .filter(item ->
                                any || (item.alive && (context == NONE || item.context == context)))
                        .map(item -> item.number)
                        .toList();
        return all.isEmpty() ? NONE : all.get(random.nextInt(all.size()));
    }

    /** Returns the number of an object's context; {@link #NONE} if it does not exist. */
    int context(int number) {
        Item item = items.get(number);
        return item == null ? NONE : item.context;
    }

    /** Returns the number of a context's device. */
    int device(int context) {
        return Objects.requireNonNull(items.get(context)).value;
    }

    /** Returns a text that stands for a buffer's contents in a result. */
    static String text(int[] contents) {
        return contents[0] + ", " + contents[1] + " … #" + Arrays.hashCode(contents);
    }
}
