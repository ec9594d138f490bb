package dev.hira.link.grpc;

import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.InboundStream;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The server's record of one accepted link, beside the link itself. */
final class AcceptedLink {
    private final PeerConnection connection;
    private final @Nullable InboundStream inbound;
    private final Consumer<AcceptedLink> whenTrusted;
    private final Consumer<AcceptedLink> whenEnded;
    private @Nullable GrpcLink link;
    private volatile boolean trusted;

    AcceptedLink(
            PeerConnection connection,
            @Nullable InboundStream inbound,
            Consumer<AcceptedLink> whenTrusted,
            Consumer<AcceptedLink> whenEnded) {
        this.connection = connection;
        this.inbound = inbound;
        this.whenTrusted = whenTrusted;
        this.whenEnded = whenEnded;
    }

    /** Sets the link, which is created after this object. */
    void join(GrpcLink made) {
        link = made;
        connection.carries(made);
        if (inbound != null) {
            inbound.carries(made);
        }
    }

    GrpcLink link() {
        return Objects.requireNonNull(link, "the call has no link yet");
    }

    boolean isTrusted() {
        return trusted;
    }

    /** Marks the peer as known. May be called by any thread, once. */
    void trust() {
        trusted = true;
        if (inbound != null) {
            inbound.trust();
        }
        connection.linkTrusted();
        whenTrusted.accept(this);
    }

    /** Notes that a message of this size was read. */
    void read(long bytes) {
        if (inbound != null) {
            inbound.read(bytes);
        }
    }

    /** Counts read bytes as unread again, or takes this back if negative. */
    void keep(long bytes) {
        if (inbound != null) {
            inbound.keep(bytes);
        }
    }

    /** Returns the reason for which the link's connection ended. */
    String ending() {
        return connection.ending();
    }

    /** Closes the link to make room for another one. May be called by any thread. */
    void displaced(String full) {
        connection.displaced(link(), full);
    }

    /** Closes the link's connection at once. */
    void abort() {
        connection.close();
    }

    /** Notes that the link has ended. */
    void ended() {
        connection.drops(link());
        connection.linkEnded(trusted);
        whenEnded.accept(this);
    }
}
