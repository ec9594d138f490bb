package dev.hira.cli.launch;

import dev.hira.cli.client.Examples;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ends what {@link UpCommand} started. */
@Command(
        name = "down",
        description = "End the router and the API servers that './hira up' started.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira down")
public final class DownCommand implements Runnable {
    @Spec CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "The folder of './hira up'; by default /tmp/hira-up-USER.")
    Path folder = BackgroundStack.usualFolder();

    @Override
    public void run() {
        BackgroundStack stack = new BackgroundStack(folder);
        int ended = stack.stop();
        spec.commandLine()
                .getOut()
                .println(
                        ended == 0
                                ? "nothing was up in " + stack.folder()
                                : "down: "
                                        + ended
                                        + " processes ended; their logs remain in "
                                        + stack.folder());
    }
}
