package dev.hira.icd.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects that a program holds: places in a table of the library, whose addresses are the
 * handles. An address is compared with the bounds of the table before it is used, so that a wrong
 * one is an error and not a crash. The place of an object that has ended is used again as late as
 * possible, so that its old handle stays wrong for long.
 *
 * <pre>
 *  0        8        16     20     24       32        36     64
 * +--------+--------+------+------+--------+---------+------+
 * | table  | name   | kind | refs | parent | children|  -   |
 * +--------+--------+------+------+--------+---------+------+
 * </pre>
 *
 * <p>An object is counted here, and released at the driver when the program has released it and no
 * object uses it any more: a program may still ask a queue for its context after it has released
 * the context, and retain it again.
 */
public final class NativeObjects {
    private static final int SIZE = 64;
    private static final int NAME = 8;
    private static final int KIND = 16;
    private static final int REFERENCES = 20;
    private static final int PARENT = 24;
    private static final int CHILDREN = 32;
    private static final int NO_KIND = 0;

    /** Places that stay free before one is used again. */
    private static final int RESTING = 4096;

    /** Ends objects at the driver. */
    public interface Releaser {
        void release(int kind, long name);
    }

    /** Takes what went wrong in a context, as a sentence. */
    interface FailureNotify {
        void failed(String what);
    }

    private final long table;
    private final long base;
    private final long bytes;
    private final Releaser releaser;

    @GuardedBy("this")
    private final Map<Name, Long> addresses = new HashMap<>();

    /** What the failures of contexts are reported to, by the contexts' handles. */
    @GuardedBy("this")
    private final Map<Long, FailureNotify> notified = new HashMap<>();

    @GuardedBy("this")
    private final ArrayDeque<Long> free = new ArrayDeque<>();

    @GuardedBy("this")
    private long used;

    private record Name(int kind, long name) {}

    /**
     * Creates an empty table.
     *
     * @param table the address of the functions, with which objects begin
     * @param base the address of the first place
     */
    public NativeObjects(long table, long base, long places, Releaser releaser) {
        this.table = table;
        this.base = base;
        this.bytes = places * SIZE;
        this.releaser = releaser;
    }

    /** Whether an address is the handle of an object of a kind. */
    boolean is(long address, int kind) {
        return isPlace(address) && NativeMemory.number(address + KIND) == kind;
    }

    private boolean isPlace(long address) {
        long offset = address - base;
        return Long.compareUnsigned(offset, bytes) < 0 && offset % SIZE == 0;
    }

    /** Returns the name that the driver knows for a handle. */
    long name(long address) {
        return NativeMemory.word(address + NAME);
    }

    /** Returns the handle of an object, or 0. */
    synchronized long address(int kind, long name) {
        @Nullable Long address = addresses.get(new Name(kind, name));
        return address == null ? 0 : address;
    }

    /** Returns the number of times that a program must release an object. */
    synchronized int references(long address) {
        return NativeMemory.number(address + REFERENCES);
    }

    /**
     * Notes a new object with one reference.
     *
     * @param parent the handle of an object that lives as long as this one, or 0
     * @return the handle, or 0 when there are too many objects
     */
    public synchronized long add(int kind, long name, long parent) {
        long address = place();
        if (address == 0) {
            return 0;
        }
        NativeMemory.setWord(address, table);
        NativeMemory.setWord(address + NAME, name);
        NativeMemory.setNumber(address + REFERENCES, 1);
        NativeMemory.setWord(address + PARENT, parent);
        NativeMemory.setNumber(address + CHILDREN, 0);
        NativeMemory.setNumber(address + KIND, kind);
        if (parent != 0) {
            change(parent + CHILDREN, 1);
        }
        addresses.put(new Name(kind, name), address);
        return address;
    }

    /** Puts another object of the driver behind a handle. */
    synchronized void rename(long address, long name) {
        int kind = NativeMemory.number(address + KIND);
        addresses.remove(new Name(kind, name(address)));
        NativeMemory.setWord(address + NAME, name);
        addresses.put(new Name(kind, name), address);
    }

    /** Lets failures in a context be reported for as long as the context lives. */
    synchronized void onFailure(long context, FailureNotify to) {
        notified.put(context, to);
    }

    /**
     * Returns what failures in an object's context are reported to.
     *
     * @param address any number; null is returned for what is no handle
     */
    synchronized @Nullable FailureNotify failureNotify(long address) {
        long at = notified.isEmpty() || !isPlace(address) ? 0 : address;
        while (at != 0 && NativeMemory.number(at + KIND) != NO_KIND) {
            FailureNotify found = notified.get(at);
            if (found != null) {
                return found;
            }
            at = NativeMemory.word(at + PARENT);
        }
        return null;
    }

    @GuardedBy("this")
    private long place() {
        boolean full = used == bytes;
        if (free.size() > RESTING || (full && !free.isEmpty())) {
            return free.removeFirst();
        }
        if (full) {
            return 0;
        }
        used += SIZE;
        return base + used - SIZE;
    }

    synchronized void retain(long address) {
        change(address + REFERENCES, 1);
    }

    /**
     * Takes back a reference, and ends what nothing uses any more.
     *
     * @return whether the program had a reference
     */
    boolean release(long address) {
        synchronized (this) {
            if (references(address) == 0) {
                return false;
            }
            change(address + REFERENCES, -1);
        }
        long ending = address;
        while (ending != 0) {
            int kind;
            long name;
            long parent;
            synchronized (this) {
                kind = NativeMemory.number(ending + KIND);
                if (kind == NO_KIND
                        || references(ending) != 0
                        || NativeMemory.number(ending + CHILDREN) != 0) {
                    return true;
                }
                name = name(ending);
                parent = NativeMemory.word(ending + PARENT);
                NativeMemory.setNumber(ending + KIND, NO_KIND);
                addresses.remove(new Name(kind, name));
                notified.remove(ending);
                free.addLast(ending);
                if (parent != 0) {
                    change(parent + CHILDREN, -1);
                }
            }
            releaser.release(kind, name);
            ending = parent;
        }
        return true;
    }

    private static void change(long counter, int by) {
        NativeMemory.setNumber(counter, NativeMemory.number(counter) + by);
    }
}
