package dev.hira.cli.admin;

import dev.hira.admin.v1.CloseSessionRequest;
import dev.hira.admin.v1.CloseSessionResponse;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.admin.v1.Session;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.Pages;
import dev.hira.cli.client.TextTable;
import dev.hira.cli.client.ValueText;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands about the sessions of a router. */
@Command(
        name = "session",
        description = "List sessions, and close one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SessionCommand.ListSessions.class, SessionCommand.Close.class})
public final class SessionCommand {
    /** Lists the sessions. */
    @Command(
            name = "list",
            description = "List the open sessions.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira session list --vm blue")
    static final class ListSessions implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Option(names = "--vm", paramLabel = "VM", description = "Only sessions of this VM.")
        String vm = "";

        @Override
        public void run() {
            operator.tellAll(this::sessions, this::table);
        }

        private List<Session> sessions(AdminClient admin) {
            return Pages.all(
                    token ->
                            admin.now()
                                    .listSessions(
                                            ListSessionsRequest.newBuilder()
                                                    .setVm(vm)
                                                    .setPageToken(token)
                                                    .build()),
                    ListSessionsResponse::getSessionsList,
                    ListSessionsResponse::getNextPageToken);
        }

        private static String transport(Session session) {
            return session.hasDetached()
                    ? "detached " + ValueText.time(session.getDetached())
                    : session.getTransport();
        }

        private void table(List<Session> sessions) {
            TextTable table =
                    new TextTable(
                            "SESSION", "VM", "PROCESS", "SERVER", "BY", "IDLE", "CALLS", "REFUSED",
                            "IN", "OUT", "HELD");
            for (Session session : sessions) {
                table.row(
                        session.getId(),
                        session.getVm(),
                        session.getProcess(),
                        session.getServer(),
                        transport(session),
                        ValueText.time(session.getIdle()),
                        session.getUsage().getCalls(),
                        session.getUsage().getCallsRefused(),
                        ValueText.bytes(session.getUsage().getBytesIn()),
                        ValueText.bytes(session.getUsage().getBytesOut()),
                        ValueText.bytes(session.getUsage().getMemoryBytes()));
            }
            table.print(operator.out());
        }
    }

    /** Closes a session. */
    @Command(
            name = "close",
            description = "Close a session and release everything that it holds.",
            mixinStandardHelpOptions = true,
            footerHeading = Examples.HEADING,
            footer = "  hira session close 7 --reason \"closed for maintenance\"")
    static final class Close implements Runnable {
        @Mixin OperatorOptions operator = new OperatorOptions();

        @Parameters(index = "0", paramLabel = "SESSION", description = "The session's id.")
        String id = "";

        @Option(
                names = "--reason",
                paramLabel = "SENTENCE",
                description = "The message to the guest.")
        String reason = "";

        @Override
        public void run() {
            CloseSessionRequest request =
                    CloseSessionRequest.newBuilder().setId(id).setReason(reason).build();
            try (AdminClient admin = operator.connect()) {
                CloseSessionResponse _ = admin.now().closeSession(request);
            }
            operator.done("id", id, "session " + id + " is being closed");
        }
    }
}
