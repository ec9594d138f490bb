package dev.hira.cli.admin;

import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.CheckpointSender;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.UsageException;
import dev.hira.router.checkpoint.CheckpointException;
import dev.hira.router.checkpoint.Increment;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores a suspended VM from a file. */
@Command(
        name = "restore",
        description =
                "Resume a suspended VM from a file that `vm checkpoint` has made since its last"
                        + " command, or take a VM over from another router.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira vm restore blue.checkpoint --to server1")
final class VmRestoreCommand implements Runnable {
    private static final String AFTER_DAMAGE =
            "; nothing was restored: use another file, or let the VM go on where it was suspended"
                    + " ('vm resume')";

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(paramLabel = "FILE", description = "The file.")
    Path file = Path.of("");

    @Option(
            names = "--on",
            paramLabel = "EARLIER",
            description = "The checkpoint on which FILE was made, if it was made on one.")
    @Nullable Path base;

    @Option(
            names = "--to",
            paramLabel = "SERVER[/DEVICE]",
            description =
                    "The server, and the first device that the sessions see there. Default: the"
                            + " router chooses.")
    String target = "";

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = TimeConverter.class,
            description = "The time after which the VM stays suspended. Default: ${DEFAULT-VALUE}.")
    Duration limit = Duration.ofSeconds(30);

    @Override
    public void run() {
        operator.requireNoNames();
        Path earlier = base;
        try {
            InputFile.require(file);
            if (earlier == null) {
                restore(file);
            } else {
                requireOther(earlier);
                Path whole = CheckpointFiles.scratch(file);
                try {
                    join(earlier, whole);
                    restore(whole);
                } finally {
                    Files.deleteIfExists(whole);
                }
            }
        } catch (NoSuchFileException e) {
            throw new UsageException(ErrorMessages.sentence(e));
        } catch (CheckpointException e) {
            throw new UsageException(file + ": " + e.getMessage() + AFTER_DAMAGE);
        } catch (IOException e) {
            throw new UsageException(file + ": " + ErrorMessages.sentence(e));
        }
    }

    private void requireOther(Path earlier) throws IOException {
        InputFile.require(earlier);
        if (Files.isSameFile(file, earlier)) {
            throw new UsageException(
                    "FILE and EARLIER are the same file, "
                            + file
                            + "; leave out --on for a whole checkpoint, or name the one on which FILE"
                            + " was made");
        }
        if (Increment.is(earlier)) {
            throw new UsageException(
                    earlier
                            + " is an increment; --on names the whole checkpoint on which "
                            + file
                            + " was made");
        }
    }

    private void join(Path earlier, Path whole) throws IOException {
        try (FileChannel out = CheckpointFiles.open(whole)) {
            Increment.join(file, earlier, out);
        }
    }

    /** Checks the whole checkpoint, and sends it to the router. */
    private void restore(Path checkpoint) throws IOException {
        String vm = CheckpointFiles.check(checkpoint);
        CheckpointProgressPrinter printer =
                new CheckpointProgressPrinter(operator, vm, "restored", "stays suspended");
        RestoreVmRequest first =
                RestoreVmRequest.newBuilder()
                        .setVm(vm)
                        .setTarget(target)
                        .setLimit(TimeConverter.message(limit))
                        .build();
        try (AdminClient admin = operator.connect();
                InputStream in = Files.newInputStream(checkpoint)) {
            CheckpointSender.send(admin, first, in, printer::show);
        }
        printer.requireDone();
    }
}
