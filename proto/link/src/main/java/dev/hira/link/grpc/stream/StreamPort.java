package dev.hira.link.grpc.stream;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** One end's gRPC call as a link uses it, the same for server and client. */
public interface StreamPort {
    /** Requests this many more messages. */
    void request(int messages);

    boolean isReady();

    /** Hands a frame to gRPC, which releases it. */
    void send(Frame frame);

    /** Ends this end's half of the stream in good order, after the frames already sent. */
    void finish(LinkStatus reason);

    /**
     * Marks the peer as known; see {@link dev.hira.link.Link#trust}. Any thread, any number of
     * times.
     */
    default void trust(String owner) {}

    /** Counts read bytes as unread again; see {@link dev.hira.link.Link#keep}. Any thread. */
    default void keep(long bytes) {}

    /** Ends the stream at once, with its connection. */
    void abort(LinkStatus reason);

    /** Frees the resources of the call, which has ended. */
    void ended();
}
