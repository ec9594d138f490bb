package dev.hira.cli.client;

import com.google.protobuf.MessageOrBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all operators' commands share: the router's address and the form of answers. */
public final class OperatorOptions extends OutputOptions {
    public static final String ROUTER = "waiting for the router";

    private static final String VARIABLE = "HIRA_ADMIN";

    /** The usual time for an answer about all classes and VMs. */
    public static final Duration WHOLE_POLICY = Duration.ofMinutes(1);

    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(5);

    @Option(
            names = "--admin",
            paramLabel = "URI",
            description =
                    "The router's admin address, for example hira+unix:///tmp/hira-admin.sock; by"
                            + " default the environment variable HIRA_ADMIN.")
    @Nullable String uri;

    @Option(
            names = "--tls",
            paramLabel = "FOLDER",
            description =
                    "The folder with the operator's certificate, for hira+tls; by default the"
                            + " environment variable HIRA_TLS.")
    @Nullable Path identity;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description =
                    "The router's time for an answer. Default: 5s; a minute for whole policies.")
    @Nullable Duration timeout;

    /** Uses the router at this address, unless {@code --admin} names one. */
    public void at(String address) {
        uri = uri == null ? address : uri;
    }

    /** Returns a client of the router's admin service. */
    public AdminClient connect() {
        String at = address();
        if (at == null) {
            throw new UsageException(
                    "no router is named: pass --admin URI, or set the environment variable "
                            + VARIABLE
                            + ", for example to hira+unix:///tmp/hira-admin.sock");
        }
        return AdminClient.connect(at, identity, timeout == null ? USUAL_TIMEOUT : timeout);
    }

    /** Returns the folder of the certificate that the command line names; null: none. */
    public @Nullable Path identity() {
        return identity;
    }

    /** Gives the router this time for an answer, unless {@code --timeout} names one. */
    public void within(Duration usual) {
        timeout = timeout == null ? usual : timeout;
    }

    /** Returns whether the command line or the environment names a router. */
    public boolean namesRouter() {
        return address() != null;
    }

    private @Nullable String address() {
        String at = uri != null ? uri : System.getenv(VARIABLE);
        return at == null || at.isBlank() ? null : at;
    }

    /**
     * Sends a request to the router and prints the answer.
     *
     * @param show prints the answer for people
     */
    public <T extends MessageOrBuilder> void tell(Function<AdminClient, T> ask, Consumer<T> show) {
        try (AdminClient admin = connect()) {
            showOne(waiting(ROUTER, () -> ask.apply(admin)), show);
        }
    }

    /** Does the same for a list. */
    public <T extends MessageOrBuilder> void tellAll(
            Function<AdminClient, List<T>> ask, Consumer<List<T>> show) {
        try (AdminClient admin = connect()) {
            show(waiting(ROUTER, () -> ask.apply(admin)), show);
        }
    }

    /**
     * Does something that may take seconds, and counts them on a terminal.
     *
     * @param what what the command does or waits for
     */
    public <T> T waiting(String what, Supplier<T> action) {
        if (!forPeople() || !Terminal.isThere()) {
            return action.get();
        }
        try (WaitingLine _ = new WaitingLine(err(), what).start()) {
            return action.get();
        }
    }
}
