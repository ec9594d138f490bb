package dev.hira.base;

import java.io.FileNotFoundException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says why a socket cannot connect or listen, in words for users. Sockets of the JDK and of native
 * transports word the system's reasons differently, for example {@code finishConnect(..) failed
 * with error(-111): Connection refused}.
 */
public final class SocketFailures {
    private static final String NO_LISTENER = "no process listens there";
    private static final String FORBIDDEN = "this user may not use the socket";

    private static final Map<String, String> CONNECTING =
            Map.of(
                    "Connection refused", NO_LISTENER,
                    "No such file or directory", "there is no such socket",
                    "Permission denied", FORBIDDEN,
                    "No route to host", "this machine has no way to that host",
                    "Network is unreachable", "this machine has no way to that network",
                    "Connection reset", "the process there ended the connection",
                    "Broken pipe", "the process there ended the connection",
                    "Connection timed out", "that host does not answer",
                    "HTTP connect timed out", "that host does not answer",
                    "request timed out", "the process there does not answer in time");

    private static final Map<String, String> LISTENING =
            Map.of(
                    "Address already in use",
                            "another process listens there; stop it, or choose another address",
                    "Cannot assign requested address",
                            "this machine does not have that address; choose one that it has, or"
                                    + " 0.0.0.0 for all",
                    "Permission denied",
                            "this user may not listen there; choose a port above 1023, or another"
                                    + " folder");

    /** The description of gRPC for all failures of a connection. */
    private static final String SAYS_NOTHING = "io exception";

    /** The system call that failed, before the reason. */
    private static final Pattern SYSTEM_CALL =
            Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

    /** A refused connection to a Unix socket, with the socket's path. */
    private static final Pattern REFUSED_PATH =
            Pattern.compile("Connection refused: (/[^\\x00]+)$");

    /** How gRPC says that the peer ended the connection without a reason. */
    public static final String CLOSED = "Network closed for unknown reason";

    /** How gRPC and HTTP/2 say that the peer speaks another protocol. */
    private static final List<String> OTHER_PROTOCOL =
            List.of("First received frame was not SETTINGS", "Unexpected HTTP/1.x request");

    private SocketFailures() {}

    /** Returns whether a connection failed because this user may not use the socket. */
    public static boolean isForbidden(@Nullable Throwable failure) {
        return FORBIDDEN.equals(connecting(failure));
    }

    /**
     * Returns words for users if a connection failed because its peer does not speak HTTP/2, or
     * perhaps for this reason; null otherwise.
     *
     * @param words the description of gRPC
     */
    public static @Nullable String otherProtocol(
            @Nullable String words, @Nullable Throwable failure) {
        List<String> all = new ArrayList<>();
        all.add(String.valueOf(words));
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.add(String.valueOf(cause.getMessage()));
        }
        if (all.stream().anyMatch(each -> OTHER_PROTOCOL.stream().anyMatch(each::contains))) {
            return "what listens there seems not to be Hira: it speaks another protocol";
        }
        return all.stream().anyMatch(each -> each.contains(CLOSED))
                ? "the process there ended the connection; if it still runs, it seems not to be Hira"
                : null;
    }

    /** Returns why a connection failed; null when that is not known to be due to its socket. */
    public static @Nullable String connecting(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof FileNotFoundException) {
                return "there is no such socket";
            }
            if (cause instanceof UnknownHostException
                    || cause instanceof UnresolvedAddressException) {
                return "there is no host of this name";
            }
            if (cause instanceof ClosedChannelException
                    && failure instanceof ConnectException
                    && failure.getMessage() == null) { // a refusal, as java.net.http reports it
                return NO_LISTENER;
            }
        }
        return isAtFolder(failure)
                ? "a folder is there; name the socket in it"
                : known(CONNECTING, failure);
    }

    /** Whether the path of a socket that refused a connection is a folder's. */
    private static boolean isAtFolder(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Matcher refused = REFUSED_PATH.matcher(String.valueOf(cause.getMessage()));
            if (refused.find()) {
                return isFolder(refused.group(1));
            }
        }
        return false;
    }

    private static boolean isFolder(String path) {
        try {
            return Files.isDirectory(Path.of(path));
        } catch (InvalidPathException e) { // the JVM's locale lacks its characters
            return false;
        }
    }

    /**
     * Returns why a connection is gone or was never there.
     *
     * @param words a description, which may say nothing
     */
    public static String lost(@Nullable String words, @Nullable Throwable failure) {
        String known = connecting(failure);
        if (known != null) {
            return known;
        }
        String other = otherProtocol(words, failure);
        if (other != null) {
            return other;
        }
        if (words != null && !words.isBlank() && !words.equals(SAYS_NOTHING)) {
            return words;
        }
        String reason = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        return reason == null
                ? "the connection broke"
                : SYSTEM_CALL.matcher(reason).replaceFirst("");
    }

    /** Returns why a socket cannot listen and what to do; the failure's own words when unknown. */
    public static String listening(Throwable failure) {
        String words = known(LISTENING, failure);
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return words == null ? String.valueOf(cause.getMessage()) : words;
    }

    private static @Nullable String known(Map<String, String> words, @Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage());
            for (Map.Entry<String, String> reason : words.entrySet()) {
                if (message.contains(reason.getKey())) {
                    return reason.getValue();
                }
            }
        }
        return null;
    }
}
