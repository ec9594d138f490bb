package dev.hira.cli.client;

import com.typesafe.config.ConfigException;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.base.SocketFailures;
import dev.hira.link.grpc.stream.StatusMapping;
import dev.hira.link.grpc.tls.TlsFailures;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns failures into sentences for users of the command line, without stack traces. */
public final class ErrorMessages {
    /** Class names of Netty's contexts and exceptions, which mean nothing to an operator. */
    private static final Pattern CLASSES =
            Pattern.compile(
                    "\\b(?:[a-z]+\\.)+[A-Z]\\w*(?:Exception|Error)?:? ?|\\w+Handler#\\d+:? ?");

    /** Fields of a grant as the admin service names them; operators write them without brackets. */
    private static final Pattern GRANT_FIELDS = Pattern.compile("\\bgrant\\.(\\w+)\\[(\\w+)]");

    /** The system call that failed, before the reason. */
    private static final Pattern SYSTEM_CALL =
            Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

    /** A message about the value of a flag, with the name that ConfigOptions gives flags. */
    private static final Pattern FLAG = Pattern.compile("flags: (.)(.*)", Pattern.DOTALL);

    /** The number of the only line of a setting on the command line. */
    private static final Pattern ONE_LINE = Pattern.compile("^(--set: )1: ");

    /** The place of a default in the product's own files. */
    private static final Pattern DEFAULTS =
            Pattern.compile(
                    "^reference\\.conf @ .*?reference\\.conf: \\d+: (.)(.*)", Pattern.DOTALL);

    /** The beginning of a refusal by a process that does not serve operators at this address. */
    private static final String NO_SERVICE = "Method not found: " + AdminServiceGrpc.SERVICE_NAME;

    /** The description of gRPC for all failures of a connection. */
    private static final String IO = "io exception";

    private ErrorMessages() {}

    /** Returns the failure's own message, or its kind when it has none. */
    public static String sentence(Throwable failure) {
        return switch (failure) {
            case StatusRuntimeException grpc -> grpcSentence(grpc.getStatus());
            case StatusException grpc -> grpcSentence(grpc.getStatus());
            case FileNotFoundException file -> noFile(file.getMessage());
            case FileSystemException file -> InputFile.sentence(file);
            case ConfigException wrong -> setting(String.valueOf(wrong.getMessage()));
            case UncheckedIOException io
                    when String.valueOf(io.getCause()).equals(io.getMessage()) ->
                    sentence(Objects.requireNonNull(io.getCause()));
            case UnknownHostException host -> "there is no host of the name " + host.getMessage();
            case OutOfMemoryError _ -> "there is not enough memory for this";
            default -> {
                String message = failure.getMessage();
                yield message == null || message.isBlank() ? unexplained(failure) : message;
            }
        };
    }

    /** Returns why a connection by TCP, TLS or HTTP failed. */
    public static String connection(IOException failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String tls = TlsFailures.explain(root);
        if (tls != null) {
            return tls;
        }
        String socket = SocketFailures.connecting(failure);
        if (socket != null) {
            return socket;
        }
        return root instanceof EOFException
                ? "the process there ended the connection"
                : sentence(failure);
    }

    private static String unexplained(Throwable failure) {
        String socket = SocketFailures.connecting(failure);
        return socket == null
                ? "this failed without a reason ("
                        + failure.getClass().getSimpleName()
                        + "); run it again with HIRA_LOG=debug, and report it"
                : socket;
    }

    /** Returns the reason of a broken connection, which gRPC hides behind two words. */
    private static @Nullable String cause(io.grpc.Status status) {
        String socket = SocketFailures.connecting(status.getCause());
        if (socket != null) {
            return socket;
        }
        String reason = null;
        for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
            reason = cause.getMessage() == null ? reason : cause.getMessage();
        }
        return reason == null ? null : SYSTEM_CALL.matcher(reason).replaceFirst("");
    }

    /** Returns a message about a setting, without places that no user can look up. */
    private static String setting(String message) {
        Matcher defaults = DEFAULTS.matcher(message);
        if (defaults.matches()) {
            return defaults.group(1).toLowerCase(Locale.ROOT) + defaults.group(2);
        }
        Matcher flag = FLAG.matcher(message);
        return flag.matches()
                ? flag.group(1).toLowerCase(Locale.ROOT) + flag.group(2)
                : ONE_LINE.matcher(message).replaceFirst("$1");
    }

    /** Returns what the message "PATH (REASON)" means. */
    private static String noFile(@Nullable String message) {
        String file = message == null ? "" : message.replaceFirst(" \\([^()]*\\)$", "");
        return InputFile.problem(Path.of(file));
    }

    private static String noAnswer(String reason) {
        return "there is no answer: "
                + reason
                + "; is the router running, and is this its admin address?";
    }

    private static String grpcSentence(io.grpc.Status status) {
        String given = IO.equals(status.getDescription()) ? cause(status) : status.getDescription();
        String refusal = StatusMapping.refusal(status);
        if (refusal != null) {
            return refusal;
        }
        String tls = TlsFailures.explain(status.getCause());
        if (tls != null) {
            return "there is no answer: " + tls;
        }
        if (SocketFailures.isForbidden(status.getCause())) {
            return "this user may not use the socket of the router; run the command as a user who"
                    + " may, or ask for access to the socket";
        }
        String other = SocketFailures.otherProtocol(given, status.getCause());
        if (other != null) {
            return noAnswer(other);
        }
        String description = given == null ? null : CLASSES.matcher(given).replaceAll("").strip();
        if (description != null && description.startsWith(NO_SERVICE)) {
            return "this is no address for operators; use the router's admin address";
        }
        return switch (status.getCode()) {
            case UNAVAILABLE ->
                    noAnswer(description == null ? "the connection failed" : description);
            case DEADLINE_EXCEEDED ->
                    "the router does not answer in time; try again, or see whether it is overloaded"
                            + " or stopped";
            default ->
                    description == null
                            ? status.getCode().name()
                            : GRANT_FIELDS.matcher(description).replaceAll("$1.$2");
        };
    }
}
