package dev.hira.router.operator.access;

import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import io.grpc.Context;
import io.grpc.Metadata;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The author of an operator's request, for people: the holder of the certificate, or the user that
 * the system tells, with the client's address. The name that a client gives counts only where
 * nothing proves another one.
 */
public final class Author {
    /** The header with the operator's name. */
    public static final Metadata.Key<String> NAME =
            Metadata.Key.of("hira-operator", Metadata.ASCII_STRING_MARSHALLER);

    private static final String ANY = "an operator";
    private static final Context.Key<String> CURRENT = Context.key("hira-author");
    private static final int MOST_CHARACTERS = 64;

    private Author() {}

    /** Returns the author of the current request. */
    public static String current() {
        return or(ANY);
    }

    /** Returns the author of the current request; this word when no operator makes one. */
    public static String or(String otherwise) {
        String author = CURRENT.get();
        return author == null ? otherwise : author;
    }

    /**
     * Returns a task for another thread that has the author of the current request. It goes on when
     * the request has ended.
     */
    public static Runnable signing(Runnable task) {
        return in(Context.ROOT, CURRENT.get()).wrap(task);
    }

    /** Returns a task that this author runs, who is no operator. */
    public static Runnable of(String author, Runnable task) {
        return in(Context.ROOT, author).wrap(task);
    }

    /** Returns a text with the author of the current request, if an operator makes one. */
    public static String signed(String detail) {
        String author = CURRENT.get();
        if (author == null) {
            return detail;
        }
        return (detail.isEmpty() ? "" : detail + "; ") + "by " + author;
    }

    /** Returns the context of a request of this author. */
    static Context in(Context context, @Nullable String author) {
        return context.withValue(CURRENT, author);
    }

    /** Returns the author as people read it. */
    static String text(
            PeerIdentity peer, @Nullable String claimed, @Nullable SocketAddress remote) {
        return switch (peer) {
            case PeerIdentity.Certified holder ->
                    holder.name() + " (" + holder.role().word() + from(remote) + ")";
            case PeerIdentity.LocalUser(long uid) ->
                    LocalPeers.name(uid).orElse("a user") + " (" + peer.text() + ")";
            case PeerIdentity.Unproven() -> given(claimed) + " (unproven" + from(remote) + ")";
        };
    }

    private static String from(@Nullable SocketAddress remote) {
        return remote instanceof InetSocketAddress tcp
                ? ", " + tcp.getAddress().getHostAddress()
                : "";
    }

    private static String given(@Nullable String claimed) {
        String plain = claimed == null ? "" : claimed.replaceAll("[^\\x21-\\x7E]", "?");
        return plain.isEmpty()
                ? ANY
                : plain.substring(0, Math.min(MOST_CHARACTERS, plain.length()));
    }
}
