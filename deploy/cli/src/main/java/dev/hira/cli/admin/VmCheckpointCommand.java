package dev.hira.cli.admin;

import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.ResourceUsage;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.TimeConverter;
import dev.hira.cli.client.ValueText;
import dev.hira.router.checkpoint.Increment;
import io.grpc.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Saves the state of a VM to a file. */
@Command(
        name = "checkpoint",
        description =
                "Save the state of a VM to a file. Commands wait until the router has the whole"
                        + " state.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = "  hira vm checkpoint blue blue.checkpoint")
final class VmCheckpointCommand implements Runnable {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(index = "0", paramLabel = "VM", description = "The VM's name.")
    String vm = "";

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The file, which must not exist yet.")
    Path file = Path.of("");

    @Option(
            names = "--on",
            paramLabel = "EARLIER",
            description =
                    "An earlier checkpoint. FILE gets only what differs from it; `vm restore` needs"
                            + " both.")
    @Nullable Path base;

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            defaultValue = "30s",
            converter = TimeConverter.class,
            description =
                    "The time after which the VM goes on without a checkpoint. Default:"
                            + " ${DEFAULT-VALUE}.")
    Duration limit = Duration.ofSeconds(30);

    @Option(names = "--force", description = "Replace FILE if it exists.")
    boolean force;

    @Override
    public void run() {
        operator.requireNoNames();
        Path earlier = base;
        CheckpointTarget target = CheckpointTarget.of(file, earlier, force);
        try {
            save(target, earlier);
        } catch (IOException e) {
            throw Status.ABORTED
                    .withDescription(
                            "no checkpoint was written to "
                                    + file
                                    + ": "
                                    + ErrorMessages.sentence(e))
                    .asRuntimeException();
        }
    }

    private void save(CheckpointTarget target, @Nullable Path earlier) throws IOException {
        Path whole = target.scratch();
        Path increment = target.scratch();
        try {
            target.requireRoom(vm, held(), earlier != null);
            long bytes = download(whole);
            CheckpointFiles.check(whole);
            if (earlier != null) {
                bytes = reduce(whole, earlier, increment);
            }
            target.replaceBy(earlier == null ? whole : increment);
            report(bytes);
        } finally {
            Files.deleteIfExists(whole);
            Files.deleteIfExists(increment);
        }
    }

    /** Returns the bytes of memory that the VM holds now. */
    private long held() {
        GetVmRequest request = GetVmRequest.newBuilder().setVm(vm).build();
        try (AdminClient admin = operator.connect()) {
            return admin.now().getVm(request).getUsage().getResourcesList().stream()
                    .filter(resource -> resource.getName().equals("device_memory"))
                    .mapToLong(ResourceUsage::getHeld)
                    .sum();
        }
    }

    private long download(Path part) throws IOException {
        CheckpointVmRequest request =
                CheckpointVmRequest.newBuilder()
                        .setVm(vm)
                        .setLimit(TimeConverter.message(limit))
                        .build();
        CheckpointProgressPrinter printer =
                new CheckpointProgressPrinter(operator, vm, "saved", "is not saved");
        long bytes = 0;
        try (AdminClient admin = operator.connect();
                FileChannel out = CheckpointFiles.open(part)) {
            Iterator<CheckpointVmResponse> parts = admin.always().checkpointVm(request);
            while (parts.hasNext()) {
                CheckpointVmResponse next = parts.next();
                if (next.hasProgress()) {
                    printer.show(next.getProgress());
                }
                bytes += next.getContent().size();
                for (ByteBuffer content : next.getContent().asReadOnlyByteBufferList()) {
                    while (content.hasRemaining()) {
                        out.write(content);
                    }
                }
            }
            out.force(true);
        }
        return bytes;
    }

    private static long reduce(Path part, Path base, Path to) throws IOException {
        try (FileChannel out = CheckpointFiles.open(to)) {
            long bytes = Increment.write(part, base, out);
            out.force(true);
            return bytes;
        }
    }

    private void report(long bytes) {
        if (operator.forPeople()) {
            String on = base == null ? "" : " on " + base;
            operator.out().println(vm + ": " + ValueText.bytes(bytes) + " in " + file + on);
            operator.out().flush();
        }
    }
}
