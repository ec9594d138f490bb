package dev.hira.router.judge.link;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of callbacks for the guest of a session whose commands another server may repeat. A
 * server that repeats commands may ask for the callbacks of several streams in another order, and
 * so number them otherwise. It asks for each with the same arguments.
 */
public final class CallbackNumbers {
    private final List<Callback> called = new ArrayList<>();

    /**
     * By its arguments the first of the callbacks for which an earlier server has asked, but not
     * the present one. A tree, because guests could choose arguments with the same hash code.
     */
    private final Map<ByteString, Callback> toRepeat;

    private final Map<Long, Long> atServer = new HashMap<>();

    /** The callbacks that are not in {@link #called} any more. */
    private long forgotten;

    /** Whether no two servers of the session use the same number. */
    private boolean unique;

    private static final class Callback {
        /** The guest's. */
        final long number;

        final ByteString args;

        /** The next one of {@link #toRepeat} with the same arguments. */
        @Nullable Callback next;

        Callback(long number, ByteString args) {
            this.number = number;
            this.args = args;
        }
    }

    CallbackNumbers() {
        this(ByteString.unsignedLexicographicalComparator());
    }

    /**
     * @param order of arguments
     */
    CallbackNumbers(Comparator<ByteString> order) {
        this.toRepeat = new TreeMap<>(order);
    }

    /** Gives the guest the numbers of the servers, of which no two use the same. */
    void keep() {
        unique = true;
    }

    /** Returns the number of callbacks that are not forgotten. */
    long count() {
        return called.size();
    }

    /** Returns the guest's number of a callback: that of an earlier server, or the next one. */
    long number(long there, ByteString args) {
        @Nullable Callback callback = toRepeat.remove(args);
        if (callback == null) {
            callback = new Callback(unique ? there : forgotten + called.size() + 1, args);
            called.add(callback);
        } else if (callback.next != null) {
            toRepeat.put(args, callback.next);
        }
        atServer.put(callback.number, there);
        return callback.number;
    }

    /** Returns the present server's number of a callback that returns. */
    long returned(long number) {
        Long there = atServer.remove(number);
        return there == null ? number : there;
    }

    /** Notes that another server begins. */
    void restart() {
        toRepeat.clear();
        for (Callback callback : called.reversed()) {
            callback.next = toRepeat.put(callback.args, callback);
        }
        atServer.clear();
    }

    /** Forgets which callbacks there were; their numbers are not used again. */
    void forget() {
        forgotten += called.size();
        called.clear();
        toRepeat.clear();
    }
}
