package dev.hira.router.judge.link;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The numbers of callbacks for the guest of a session whose commands another server may repeat. A
 * server that repeats commands may ask for the callbacks of several streams in another order, and
 * so number them otherwise. It asks for each with the same arguments.
 */
public final class CallbackNumbers {
    private final List<Callback> called = new ArrayList<>();

    /** The callbacks for which the present server has asked: the guest's numbers minus one. */
    private final BitSet again = new BitSet();

    private final Map<Long, Long> atServer = new HashMap<>();

    /** The callbacks that are not in {@link #called} any more. */
    private long forgotten;

    /** Whether no two servers of the session use the same number. */
    private boolean unique;

    /**
     * @param number the guest's
     */
    private record Callback(long number, ByteString args) {}

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
        int place = again.nextClearBit(0);
        while (place < called.size()
                && (again.get(place) || !called.get(place).args.equals(args))) {
            place++;
        }
        if (place >= called.size()) {
            place = called.size();
            called.add(new Callback(unique ? there : forgotten + place + 1, args));
        }
        again.set(place);
        long number = called.get(place).number;
        atServer.put(number, there);
        return number;
    }

    /** Returns the present server's number of a callback that returns. */
    long returned(long number) {
        Long there = atServer.remove(number);
        return there == null ? number : there;
    }

    /** Notes that another server begins. */
    void restart() {
        again.clear();
        atServer.clear();
    }

    /** Forgets which callbacks there were; their numbers are not used again. */
    void forget() {
        forgotten += called.size();
        called.clear();
        again.clear();
    }
}
