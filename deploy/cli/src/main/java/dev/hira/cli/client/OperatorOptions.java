package dev.hira.cli.client;

import com.google.protobuf.MessageOrBuilder;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all commands for operators have in common: which router, and how to print. */
public final class OperatorOptions {
    private static final String VARIABLE = "HIRA_ADMIN";

    @Option(
            names = "--admin",
            paramLabel = "URI",
            description =
                    "The router's admin address, for example hira+unix:///tmp/hira-admin.sock; by"
                            + " default the environment variable HIRA_ADMIN.")
    @Nullable String uri;

    @Option(names = "--json", description = "Print JSON, one object a line, instead of tables.")
    public boolean json;

    @Spec(Target.MIXEE)
    @Nullable CommandSpec spec;

    /** Asks the router at this address, unless {@code --admin} names one. */
    public void at(String address) {
        uri = uri == null ? address : uri;
    }

    /** The router's admin service. */
    public AdminClient connect() {
        String at = uri != null ? uri : System.getenv(VARIABLE);
        if (at == null || at.isBlank()) {
            throw new UsageException(
                    "which router? Say --admin URI, or set the environment variable "
                            + VARIABLE
                            + ", for example to hira+unix:///tmp/hira-admin.sock");
        }
        return AdminClient.connect(at);
    }

    /** Whether JSON is asked for. */
    public boolean json() {
        return json;
    }

    /** Where to print. */
    public PrintWriter out() {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec.commandLine().getOut();
    }

    /** Where to say what is not a part of the answer. */
    public PrintWriter err() {
        if (spec == null) {
            throw new IllegalStateException("the command line has not been read yet");
        }
        return spec.commandLine().getErr();
    }

    /**
     * Asks the router for something, and prints it as JSON or as the command shows it.
     *
     * @param show prints it for people
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

    /** The same for a list, with one JSON object a line. */
    public <T extends MessageOrBuilder> void tellAll(
            Function<AdminClient, List<T>> ask, Consumer<List<T>> show) {
        try (AdminClient admin = connect()) {
            List<T> answers = ask.apply(admin);
            if (json) {
                answers.forEach(this::print);
            } else {
                show.accept(answers);
                out().flush();
            }
        }
    }

    /** Prints a message as JSON. */
    public void print(MessageOrBuilder message) {
        out().println(Json.of(message));
        out().flush();
    }
}
