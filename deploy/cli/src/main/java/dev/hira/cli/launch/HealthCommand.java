package dev.hira.cli.launch;

import dev.hira.base.SocketFailures;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.client.ValueText;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks a router or an API server whether it serves; the health check of containers. */
@Command(
        name = "health",
        description = {
            "Ask a router or an API server whether it serves (grpc.health.v1).",
            "The exit code is 0 if it does, and 69 otherwise."
        },
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira health hira+unix:///tmp/hira/router.sock")
public final class HealthCommand implements Callable<Integer> {
    /** The environment variable for the address. */
    static final String VARIABLE = "HIRA_HEALTH";

    /** The exit code for a service that does not serve (EX_UNAVAILABLE of sysexits). */
    static final int UNAVAILABLE = 69;

    @Spec CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URI",
            description = "An address of the process; by default that in " + VARIABLE + ".")
    @Nullable String uri;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "3s",
            converter = TimeConverter.class,
            description = "Time for the answer; by default ${DEFAULT-VALUE}.")
    Duration timeout = Duration.ofSeconds(3);

    @Override
    public Integer call() {
        String address = uri == null ? System.getenv(VARIABLE) : uri;
        if (address == null) {
            throw new UsageException(
                    "health needs the address of a router or an API server, as its argument or in "
                            + VARIABLE);
        }
        String answer = ask(parse(address));
        spec.commandLine().getOut().println(answer);
        return answer.equals(ServingStatus.SERVING.name()) ? 0 : UNAVAILABLE;
    }

    private static URI parse(String address) {
        try {
            return new URI(address);
        } catch (URISyntaxException e) {
            throw new UsageException("'" + address + "' is not a URI: " + e.getReason());
        }
    }

    private String why(Status status) {
        return switch (status.getCode()) {
            case DEADLINE_EXCEEDED -> "none came within " + ValueText.time(timeout.toNanos());
            case UNIMPLEMENTED -> "this is no address of a router or an API server";
            default -> SocketFailures.lost(status.getDescription(), status.getCause());
        };
    }

    /** Returns the status that the process reports, or why it did not. */
    private String ask(URI address) {
        try (EventLoops loops = EventLoops.create(1, "health")) {
            ManagedChannel channel = GrpcChannels.open(address, LinkOptions.on(loops.next()));
            try {
                return HealthGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                        .check(HealthCheckRequest.getDefaultInstance())
                        .getStatus()
                        .name();
            } catch (StatusRuntimeException e) {
                return "no answer: " + why(e.getStatus());
            } finally {
                channel.shutdownNow();
            }
        }
    }
}
