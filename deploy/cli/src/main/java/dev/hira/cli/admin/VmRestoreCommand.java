package dev.hira.cli.admin;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.RestoreVmRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.CheckpointSender;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.router.checkpoint.CheckpointReader;
import io.grpc.Status;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores a suspended VM from a file. */
@Command(
        name = "restore",
        description =
                "Resume a suspended VM from a file that `vm checkpoint` has made since its last"
                        + " command.",
        mixinStandardHelpOptions = true)
final class VmRestoreCommand implements Runnable {
    private static final int BUFFER_BYTES = 256 << 10;

    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(paramLabel = "FILE", description = "The file.")
    Path file = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "SERVER[/DEVICE]",
            description =
                    "The server, and the first device that the sessions see there. Default: the"
                            + " router chooses.")
    String target = "";

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description = "The time after which the VM stays suspended. Default: ${DEFAULT-VALUE}.")
    int limit = 30;

    @Override
    public void run() {
        try {
            String vm = check();
            CheckpointProgressPrinter printer =
                    new CheckpointProgressPrinter(operator, vm, "restored", "stays suspended");
            RestoreVmRequest first =
                    RestoreVmRequest.newBuilder()
                            .setVm(vm)
                            .setTarget(target)
                            .setLimit(Duration.newBuilder().setSeconds(limit))
                            .build();
            try (AdminClient admin = operator.connect();
                    InputStream in = Files.newInputStream(file)) {
                CheckpointSender.send(admin, first, in, printer::show);
            }
            printer.requireDone();
        } catch (IOException e) {
            throw Status.INVALID_ARGUMENT
                    .withDescription(file + ": " + e.getMessage())
                    .asRuntimeException();
        }
    }

    /** Checks the whole file before the router gets it; returns the VM. */
    private String check() throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
            return CheckpointReader.check(in).getVm();
        }
    }
}
