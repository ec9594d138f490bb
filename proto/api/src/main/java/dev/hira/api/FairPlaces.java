package dev.hira.api;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;

/**
 * A number of places for which threads of many owners wait. Owners get places in turns, however
 * many threads of each wait, and the threads of one owner in the order of their arrival. While the
 * first thread of an owner waits, each other owner gets places at most once, however many places
 * the thread needs. Thread-safe.
 */
public final class FairPlaces {
    private final int all;

    @GuardedBy("this")
    private int free;

    /** The threads that wait, by owner; the owner whose turn is next comes first. */
    @GuardedBy("this")
    private final LinkedHashMap<String, ArrayDeque<Request>> waiting = new LinkedHashMap<>();

    private static final class Request {
        final int places;
        boolean granted;

        Request(int places) {
            this.places = places;
        }
    }

    public FairPlaces(int places) {
        this.all = places;
        this.free = places;
    }

    /**
     * Takes places until {@link #release}; waits for them first.
     *
     * @param places the number, at most all
     * @throws InterruptedException without effect, when the thread is interrupted while it waits
     */
    public void acquire(String owner, int places) throws InterruptedException {
        if (places > all) {
            throw new IllegalArgumentException(places + " places of " + all + " are never free");
        }
        synchronized (this) {
            Request request = new Request(places);
            waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(request);
            grant();
            try {
                while (!request.granted) {
                    wait();
                }
            } catch (InterruptedException e) {
                cancel(owner, request);
                throw e;
            }
        }
    }

    /** Gives places back. */
    public synchronized void release(int places) {
        free += places;
        grant();
    }

    @GuardedBy("this")
    private void cancel(String owner, Request request) {
        if (request.granted) {
            free += request.places;
        } else {
            waiting.computeIfPresent(
                    owner, (_, own) -> own.remove(request) && own.isEmpty() ? null : own);
        }
        grant();
    }

    @GuardedBy("this")
    private void grant() {
        boolean granted = false;
        for (var first = waiting.firstEntry(); first != null; first = waiting.firstEntry()) {
            ArrayDeque<Request> own = first.getValue();
            Request next = own.getFirst();
            if (next.places > free) {
                break;
            }
            own.removeFirst();
            free -= next.places;
            next.granted = true;
            granted = true;
            waiting.pollFirstEntry();
            if (!own.isEmpty()) {
                waiting.put(first.getKey(), own);
            }
        }
        if (granted) {
            notifyAll();
        }
    }
}
