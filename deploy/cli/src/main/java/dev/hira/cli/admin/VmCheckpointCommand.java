package dev.hira.cli.admin;

import com.google.protobuf.Duration;
import dev.hira.admin.v1.CheckpointVmRequest;
import dev.hira.admin.v1.CheckpointVmResponse;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.ValueText;
import dev.hira.router.checkpoint.CheckpointReader;
import io.grpc.Status;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Iterator;
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
        mixinStandardHelpOptions = true)
final class VmCheckpointCommand implements Runnable {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(index = "0", paramLabel = "VM", description = "The VM's name.")
    String vm = "";

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The file, which is replaced when the checkpoint is complete.")
    Path file = Path.of("");

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            description =
                    "The time after which the VM goes on without a checkpoint. Default:"
                            + " ${DEFAULT-VALUE}.")
    int limit = 30;

    @Override
    public void run() {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try {
                long bytes = download(part);
                check(part);
                Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
                if (!operator.json) {
                    operator.out().println(vm + ": " + ValueText.bytes(bytes) + " in " + file);
                    operator.out().flush();
                }
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            throw Status.ABORTED
                    .withDescription("no checkpoint was written to " + file + ": " + e.getMessage())
                    .asRuntimeException();
        }
    }

    private long download(Path part) throws IOException {
        CheckpointVmRequest request =
                CheckpointVmRequest.newBuilder()
                        .setVm(vm)
                        .setLimit(Duration.newBuilder().setSeconds(limit))
                        .build();
        CheckpointProgressPrinter printer =
                new CheckpointProgressPrinter(operator, vm, "saved", "is not saved");
        long bytes = 0;
        try (AdminClient admin = operator.connect();
                FileChannel out = create(part)) {
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

    /** Creates a file that only its owner can read: it will hold the memory of a VM. */
    private static FileChannel create(Path part) throws IOException {
        return FileChannel.open(
                part,
                EnumSet.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private static void check(Path part) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(part), 1 << 18)) {
            CheckpointReader.check(in);
        }
    }
}
