package dev.hira.link.grpc.stream;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** One end's gRPC call, server's or client's alike, as a link uses it. */
public interface StreamPort {
    /** Asks for so many more messages. */
    void request(int messages);

    boolean isReady();

    /** Hands a frame to gRPC, which releases it. */
    void send(Frame frame);

    /** Ends this end's half of the stream in good order, behind what was sent. */
    void finish(LinkStatus reason);

    /** The peer is known; see {@link dev.hira.link.Link#trust}. Any thread, any number of times. */
    default void trust() {}

    /** Ends the stream at once, with its connection. */
    void abort(LinkStatus reason);

    /** Frees what belongs to the call, which has ended. */
    void ended();
}
