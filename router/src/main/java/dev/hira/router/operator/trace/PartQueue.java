package dev.hira.router.operator.trace;

import dev.hira.admin.v1.TraceVmResponse;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The parts of a trace that wait until its reader takes them. Parts beyond the limit are dropped
 * and counted. Used by one thread.
 */
final class PartQueue {
    private static final int MOST_PARTS = 256;

    private final ServerCallStreamObserver<TraceVmResponse> out;
    private final Deque<TraceVmResponse> waiting = new ArrayDeque<>();
    private long dropped;
    private boolean last;
    private boolean over;

    PartQueue(ServerCallStreamObserver<TraceVmResponse> out) {
        this.out = out;
    }

    void add(TraceVmResponse part) {
        if (waiting.size() < MOST_PARTS) {
            waiting.add(part);
            flush();
        } else {
            dropped++;
        }
    }

    /** Adds the last part, for which there is always room. */
    void end(TraceVmResponse part) {
        waiting.add(part);
        last = true;
        flush();
    }

    /** Returns how many parts were dropped. */
    long dropped() {
        return dropped;
    }

    /** Sends the parts that the reader takes, and completes the call after the last one. */
    void flush() {
        while (!over && out.isReady() && !waiting.isEmpty()) {
            out.onNext(waiting.remove());
        }
        if (last && waiting.isEmpty() && !over) {
            over = true;
            out.onCompleted();
        }
    }

    /** Sends nothing more. */
    void cancel() {
        over = true;
        waiting.clear();
    }
}
