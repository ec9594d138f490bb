package dev.hira.link.grpc.stream;

import dev.hira.base.SocketFailures;
import dev.hira.link.grpc.tls.TlsFailures;
import dev.hira.wire.CloseRecord;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Status;
import io.netty.handler.codec.http2.Http2Exception;
import java.nio.channels.ClosedChannelException;
import org.jspecify.annotations.Nullable;

/** Maps between the reasons of links and gRPC statuses. No stack trace crosses it. */
public final class StatusMapping {
    /**
     * The beginning of the text that a server sends to a silent peer; the time in milliseconds
     * follows.
     */
    public static final String SILENT = "silent-peer-ms=";

    /**
     * The beginning of the text that a server sends on a connection that nothing uses; the time in
     * milliseconds follows.
     */
    public static final String UNUSED = "unused-connection-ms=";

    /** The beginning of the text that a server sends to a peer that it does not admit. */
    public static final String REFUSED = "hira-refused: ";

    /** The beginning of the text that a server sends to a peer for which it has no room. */
    public static final String FULL = "hira-full: ";

    private static final String NEGOTIATION = "while performing protocol negotiation";

    private StatusMapping() {}

    public static Status toGrpc(LinkStatus reason) {
        Status status =
                switch (reason.cause()) {
                    case NORMAL -> Status.OK;
                    case UNAVAILABLE -> Status.UNAVAILABLE;
                    case UNAUTHENTICATED -> Status.UNAUTHENTICATED;
                    case EXHAUSTED -> Status.RESOURCE_EXHAUSTED;
                    case PROTOCOL -> Status.INVALID_ARGUMENT;
                    case REFUSED -> Status.FAILED_PRECONDITION;
                    case INTERNAL -> Status.INTERNAL;
                    case OVERLOADED -> Status.DEADLINE_EXCEEDED;
                };
        return status.isOk() ? status : status.withDescription(CloseRecord.brief(reason.message()));
    }

    /**
     * Returns the reason that a gRPC status stands for.
     *
     * @param peer the other end, for the text
     */
    public static LinkStatus fromGrpc(Status told, String peer) {
        Status status = ofConnection(told);
        String refusal = refusal(status);
        if (refusal != null) {
            return new LinkStatus(Cause.UNAUTHENTICATED, refusal);
        }
        String full = after(FULL, status);
        return full == null
                ? new LinkStatus(cause(status), text(status, peer))
                : new LinkStatus(Cause.EXHAUSTED, full);
    }

    /** Returns the text by which the server did not admit this peer; null for another failure. */
    public static @Nullable String refusal(Status status) {
        return after(REFUSED, status);
    }

    /** Whether a connection was lost, also because the server has no room for it now. */
    public static boolean isLoss(Status status) {
        return refusal(status) == null && cause(ofConnection(status)) == Cause.UNAVAILABLE;
    }

    /**
     * Returns the status of a connection that failed, if gRPC reports such a failure as unknown or
     * internal: an end in the midst of TLS, or bytes of another protocol. A status that the peer
     * has sent has no exception.
     */
    private static Status ofConnection(Status status) {
        if (status.getCode() != Status.Code.UNKNOWN && status.getCode() != Status.Code.INTERNAL) {
            return status;
        }
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ClosedChannelException) {
                return Status.UNAVAILABLE.withDescription(SocketFailures.CLOSED);
            }
            if (cause instanceof Http2Exception
                    && !(cause instanceof Http2Exception.StreamException)) {
                return Status.UNAVAILABLE
                        .withDescription(status.getDescription())
                        .withCause(status.getCause());
            }
        }
        return status;
    }

    /**
     * Whether the server closed a connection on which it had received no call, for no reason that
     * another connection would not mend.
     */
    public static boolean isClosedUnused(Status status) {
        String words = status.getDescription();
        return status.getCode() == Status.Code.UNAVAILABLE
                && status.getCause() == null
                && words != null
                && (words.contains(NEGOTIATION) || words.contains(UNUSED));
    }

    private static @Nullable String after(String beginning, Status status) {
        String words = status.getDescription();
        int start = words == null ? -1 : words.indexOf(beginning);
        return words == null || start < 0
                ? null
                : firstLine(words.substring(start + beginning.length()));
    }

    private static Cause cause(Status status) {
        return switch (status.getCode()) {
            case OK -> Cause.NORMAL;
            case UNAVAILABLE, CANCELLED, ABORTED -> Cause.UNAVAILABLE;
            case DEADLINE_EXCEEDED -> Cause.OVERLOADED;
            case UNAUTHENTICATED, PERMISSION_DENIED -> Cause.UNAUTHENTICATED;
            case RESOURCE_EXHAUSTED -> Cause.EXHAUSTED;
            case INVALID_ARGUMENT, OUT_OF_RANGE -> Cause.PROTOCOL;
            case FAILED_PRECONDITION, NOT_FOUND, ALREADY_EXISTS, UNIMPLEMENTED -> Cause.REFUSED;
            case INTERNAL, UNKNOWN, DATA_LOSS -> Cause.INTERNAL;
        };
    }

    private static String text(Status status, String peer) {
        if (status.isOk()) {
            return LinkStatus.NORMAL.message();
        }
        String reason = firstLine(plain(innermost(status)));
        return switch (status.getCode()) {
            case UNAVAILABLE -> peer + " is not available: " + reason;
            case CANCELLED ->
                    "the stream to "
                            + peer
                            + " was reset, as happens to a message far beyond its limits: "
                            + reason;
            default -> reason;
        };
    }

    /** Returns a text for people: for a failed connection, the system's own words. */
    private static String innermost(Status status) {
        String words = status.getDescription();
        String other = SocketFailures.otherProtocol(words, status.getCause());
        if (other != null) {
            return other;
        }
        if (status.getCode() == Status.Code.UNAVAILABLE) {
            String tls = TlsFailures.explain(status.getCause());
            if (tls != null) {
                return tls;
            }
            String socket = SocketFailures.connecting(status.getCause());
            if (socket != null) {
                return socket + "; the server is not running, or listens elsewhere";
            }
            for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
                words = cause.getMessage() == null ? words : cause.getMessage();
            }
        }
        return words == null ? status.getCode().name() : words;
    }

    /** Translates reasons that HTTP/2 and gRPC word in their own terms. */
    private static String plain(String reason) {
        if (reason.contains(NEGOTIATION)) {
            return "it closed the connection before it answered; its process has ended, or it"
                    + " received nothing in time (its settings peers.idle, and timeouts.open with"
                    + " TLS): try again";
        }
        int unused = reason.indexOf(UNUSED);
        if (unused >= 0) {
            return "it closed the connection, because nothing began on it within "
                    + leadingDigits(reason.substring(unused + UNUSED.length()))
                    + " ms (its setting peers.idle); the process that had connected was held up";
        }
        int silent = reason.indexOf(SILENT);
        if (silent >= 0) {
            return "it closed the connection, because it received nothing from the process that had"
                    + " connected to it for "
                    + leadingDigits(reason.substring(silent + SILENT.length()))
                    + " ms; that process was held up";
        }
        return reason;
    }

    private static String leadingDigits(String text) {
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end);
    }

    private static String firstLine(@Nullable String text) {
        if (text == null) {
            return "no reason was given";
        }
        int end = text.indexOf('\n');
        return CloseRecord.brief(end < 0 ? text : text.substring(0, end));
    }
}
