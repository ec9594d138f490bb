package dev.hira.cli;

import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a router's servers and sessions. */
@Command(
        name = "status",
        description = "Show a running router's servers and sessions.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira status --admin hira+unix:///tmp/hira-admin.sock")
final class StatusCommand implements Runnable {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "ADMIN_URI",
            description = "The same as --admin.")
    @Nullable String uri;

    @Override
    public void run() {
        if (uri != null) {
            operator.at(uri);
        }
        try (AdminClient admin = operator.connect()) {
            if (operator.forPeople()) {
                admin.printStatus(operator.out());
                operator.out().flush();
            } else {
                operator.print(admin.now().getStatus(GetStatusRequest.getDefaultInstance()));
            }
        }
    }
}
