package dev.hira.cli.admin;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import dev.hira.cli.AdminClient;
import dev.hira.cli.UsageException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** What all commands for operators have in common: which router, and how to print. */
public final class Operator {
    private static final String VARIABLE = "HIRA_ADMIN";

    @Option(
            names = "--admin",
            paramLabel = "URI",
            description =
                    "The router's admin address, for example hira+unix:///tmp/hira-admin.sock; by"
                            + " default the environment variable HIRA_ADMIN.")
    @Nullable String uri;

    @Option(names = "--json", description = "Print JSON, one object a line, instead of tables.")
    boolean json;

    @Spec(Target.MIXEE)
    @Nullable CommandSpec spec;

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

    /** Prints a message as JSON. */
    public void print(MessageOrBuilder message) {
        try {
            out().println(
                            JsonFormat.printer()
                                    .omittingInsignificantWhitespace()
                                    .preservingProtoFieldNames()
                                    .alwaysPrintFieldsWithNoPresence()
                                    .print(message));
            out().flush();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the answer cannot be printed as JSON", e);
        }
    }
}
