package dev.hira.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Asks a router how it is. */
@Command(
        name = "status",
        description = "Show a running router's servers and sessions.",
        mixinStandardHelpOptions = true)
final class StatusCommand implements Runnable {
    @Parameters(
            index = "0",
            paramLabel = "ADMIN_URI",
            description =
                    "The router's admin address, for example hira+unix:///tmp/hira-admin.sock.")
    String uri = "";

    @Override
    public void run() {
        try (AdminClient admin = AdminClient.connect(uri)) {
            admin.printStatus(System.out);
        }
    }
}
