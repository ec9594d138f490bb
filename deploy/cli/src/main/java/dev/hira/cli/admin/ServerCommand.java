package dev.hira.cli.admin;

import dev.hira.admin.v1.Device;
import dev.hira.admin.v1.DrainServerProgress;
import dev.hira.admin.v1.DrainServerRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.MigrationStep;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.UndrainServerRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.client.ValueText;
import io.grpc.Status;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about API servers: their state, and whether sessions are placed there. */
@Command(
        name = "server",
        description = "List API servers, and drain or undrain one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            ServerCommand.ListServers.class,
            ServerCommand.Drain.class,
            ServerCommand.Undrain.class
        })
public final class ServerCommand {
    /** Lists the servers. */
    @Command(
            name = "list",
            description = "List API servers, and the memory that sessions hold there.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira server list")
    static final class ListServers implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Override
        public void run() {
            operator.tellAll(
                    admin ->
                            admin.now()
                                    .listServers(ListServersRequest.getDefaultInstance())
                                    .getServersList(),
                    this::table);
        }

        private void table(List<Server> servers) {
            TextTable table =
                    new TextTable(
                            "SERVER",
                            "STATE",
                            "SESSIONS",
                            "DEVICES",
                            "HELD",
                            "MEMORY",
                            "URI",
                            "DETAIL");
            for (Server server : servers) {
                List<Device> devices = server.getDevicesList();
                table.row(
                        server.getName(),
                        ValueText.state(server.getState()),
                        server.getSessions(),
                        devices.size(),
                        ValueText.bytes(
                                devices.stream().mapToLong(Device::getAllocatedBytes).sum()),
                        ValueText.bytes(devices.stream().mapToLong(Device::getMemoryBytes).sum()),
                        server.getUri(),
                        server.getDetail());
            }
            table.print(operator.out());
        }
    }

    /** Drains a server. */
    @Command(
            name = "drain",
            description =
                    "Place no new session at an API server, and move its sessions to other servers"
                            + " while their programs run. The server stays closed until it is"
                            + " undrained; a router without a state directory forgets that at its"
                            + " end. Ctrl-C lets the moves under way finish and begins none.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira server drain server0 --concurrency 2")
    static final class Drain implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(paramLabel = "SERVER", description = "The server's name.")
        String server = "";

        @Option(
                names = "--concurrency",
                paramLabel = "VMS",
                description =
                        "Most VMs that move at the same time, 1 to 64. Default: ${DEFAULT-VALUE}.")
        int concurrency = 4;

        @Option(
                names = "--limit",
                paramLabel = "TIME",
                defaultValue = "30s",
                converter = TimeConverter.class,
                description =
                        "The time after which a session stays where it is. Default: ${DEFAULT-VALUE}.")
        Duration limit = Duration.ofSeconds(30);

        @Option(
                names = "--hold",
                paramLabel = "TIME",
                converter = TimeConverter.class,
                description =
                        "The longest that the commands of a session may be held. Default: the router's"
                                + " setting moves.hold.")
        @Nullable Duration hold;

        @Override
        public void run() {
            operator.requireNoNames();
            if (concurrency < 1) { // 0 asks a router for its default
                throw new UsageException(
                        "--concurrency: " + concurrency + " was asked; allowed is 1 to 64");
            }
            DrainServerRequest.Builder request =
                    DrainServerRequest.newBuilder()
                            .setServer(server)
                            .setConcurrency(concurrency)
                            .setLimit(TimeConverter.message(limit));
            if (hold != null) {
                request.setHold(TimeConverter.message(hold));
            }
            try (AdminClient admin = operator.connect()) {
                Iterator<DrainServerProgress> reports = admin.always().drainServer(request.build());
                while (reports.hasNext()) {
                    show(reports.next());
                }
            }
        }

        private void show(DrainServerProgress report) {
            operator.showOne(report, this::text);
            if (report.getSession().isEmpty()
                    && report.getStep() == MigrationStep.MIGRATION_STEP_FAILED) {
                throw Status.ABORTED
                        .withDescription(
                                server
                                        + " is not drained: "
                                        + report.getProblem()
                                        + "; drain it again, or undrain it")
                        .asRuntimeException();
            }
        }

        private void text(DrainServerProgress report) {
            String session = report.getVm() + ": session " + report.getSession();
            if (report.getSession().isEmpty()) {
                tell(
                        server
                                + ": "
                                + report.getMoved()
                                + (report.getMoved() == 1
                                        ? " session moved, "
                                        : " sessions moved, ")
                                + report.getLeft()
                                + " left");
            } else if (report.getStep() == MigrationStep.MIGRATION_STEP_DONE) {
                tell(session + " moved to " + report.getTarget());
            } else if (report.getStep() == MigrationStep.MIGRATION_STEP_FAILED) {
                tell(session + " stays: " + report.getProblem());
            }
        }

        private void tell(String line) {
            operator.out().println(line);
            operator.out().flush();
        }
    }

    /** Undrains servers. */
    @Command(
            name = "undrain",
            description = "Let sessions be placed at an API server again, and end its drain.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira server undrain server0")
    static final class Undrain implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(arity = "1..*", paramLabel = "SERVER", description = "The server's name.")
        List<String> servers = List.of();

        @Override
        public void run() {
            for (String name : servers) {
                operator.tell(
                        admin ->
                                admin.now()
                                        .undrainServer(
                                                UndrainServerRequest.newBuilder()
                                                        .setServer(name)
                                                        .build()),
                        server ->
                                operator.out()
                                        .println(name + ": " + ValueText.state(server.getState())));
            }
        }
    }
}
