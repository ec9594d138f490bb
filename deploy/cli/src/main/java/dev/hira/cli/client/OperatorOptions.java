package dev.hira.cli.client;

import com.google.protobuf.MessageOrBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that all operators' commands share: the router's address and the form of answers. */
public final class OperatorOptions extends OutputOptions {
    private static final String VARIABLE = "HIRA_ADMIN";

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
            paramLabel = "SECONDS",
            description = "The router's time for an answer. Default: ${DEFAULT-VALUE}.")
    int timeout = 5;

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
        if (timeout <= 0) {
            throw new UsageException(
                    "--timeout: " + timeout + " was asked; allowed is a whole number from 1");
        }
        return AdminClient.connect(at, identity, Duration.ofSeconds(timeout));
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
            showOne(ask.apply(admin), show);
        }
    }

    /** Does the same for a list. */
    public <T extends MessageOrBuilder> void tellAll(
            Function<AdminClient, List<T>> ask, Consumer<List<T>> show) {
        try (AdminClient admin = connect()) {
            show(ask.apply(admin), show);
        }
    }
}
