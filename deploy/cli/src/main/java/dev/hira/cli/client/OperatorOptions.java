package dev.hira.cli.client;

import com.google.protobuf.MessageOrBuilder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options that all operators' commands share: the router's address and the output format. */
public final class OperatorOptions {
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

    @Option(names = "--json", description = "Print JSON instead of tables, one object a line.")
    public boolean json;

    @Spec(Target.MIXEE)
    @Nullable CommandSpec spec;

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

    /** Returns whether to print JSON. */
    public boolean json() {
        return json;
    }

    /** Returns the writer for answers. */
    public PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec.commandLine().getOut();
    }

    /** Returns the writer for messages that are not a part of the answer. */
    public PrintWriter err() {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec.commandLine().getErr();
    }

    /**
     * Sends a request to the router and prints the answer, as JSON or as the command shows it.
     *
     * @param show prints the answer for people
     */
    public <T extends MessageOrBuilder> void tell(Function<AdminClient, T> ask, Consumer<T> show) {
        try (AdminClient admin = connect()) {
            T answer = ask.apply(admin);
            if (json) {
                print(answer);
            } else {
                show.accept(answer);
                out().flush();
            }
        }
    }

    /** Does the same for a list, with one JSON object a line. */
    public <T extends MessageOrBuilder> void tellAll(
            Function<AdminClient, List<T>> ask, Consumer<List<T>> show) {
        try (AdminClient admin = connect()) {
            show(ask.apply(admin), show);
        }
    }

    /** Prints a list, with one JSON object a line or as the command shows it. */
    public <T extends MessageOrBuilder> void show(List<T> answers, Consumer<List<T>> show) {
        if (json) {
            answers.forEach(this::print);
        } else {
            show.accept(answers);
            out().flush();
        }
    }

    /** Prints a message as JSON. */
    public void print(MessageOrBuilder message) {
        out().println(Json.of(message));
        out().flush();
    }
}
