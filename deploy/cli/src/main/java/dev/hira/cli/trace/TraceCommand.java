package dev.hira.cli.trace;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.OperatorOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Traces a VM and writes a file that Perfetto opens. */
@Command(
        name = "trace",
        description =
                "Trace what a VM does: calls and their waits, kernels, copies and streams, as a file"
                        + " for https://ui.perfetto.dev.",
        footer = {"", "Example: hira trace blue --seconds 5 --out trace.json"},
        mixinStandardHelpOptions = true)
public final class TraceCommand implements Callable<Integer> {
    @Mixin OperatorOptions operator = new OperatorOptions();

    @Parameters(index = "0", paramLabel = "VM", description = "The VM's name.")
    String vm = "";

    @Option(
            names = "--seconds",
            paramLabel = "SECONDS",
            description = "How long to trace, at most 60. Default: ${DEFAULT-VALUE}.")
    double seconds = 5;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "The file, which is replaced when the trace is complete. Default:"
                            + " ${DEFAULT-VALUE}.")
    Path file = Path.of("trace.json");

    @Override
    public Integer call() {
        Timeline timeline = new Timeline(vm);
        TraceVmRequest request =
                TraceVmRequest.newBuilder()
                        .setVm(vm)
                        .setDuration(Durations.fromNanos(Math.round(seconds * 1e9)))
                        .build();
        try (AdminClient admin = operator.connect()) {
            admin.always().traceVm(request).forEachRemaining(timeline::add);
        }
        if (timeline.sessions() == 0) {
            operator.err()
                    .println("hira trace: the VM '" + vm + "' had no open session in that time");
            return 1;
        }
        try {
            write(timeline);
        } catch (IOException e) {
            throw new UncheckedIOException("the trace cannot be written to " + file + ": " + e, e);
        }
        report(timeline);
        return 0;
    }

    private void write(Timeline timeline) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (BufferedWriter to = Files.newBufferedWriter(part)) {
                ChromeTrace.write(timeline, to);
            }
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private void report(Timeline timeline) {
        operator.out()
                .printf(
                        Locale.ROOT,
                        "%s: sessions %d, calls %d, waits %d, refusals %d, kernels %d, copies and fills"
                                + " %d%n",
                        file,
                        timeline.sessions(),
                        timeline.calls(),
                        timeline.count("wait"),
                        timeline.count("refusal"),
                        timeline.count("kernel") / 2,
                        timeline.count("copy") / 2);
        if (timeline.isIncomplete()) {
            operator.out()
                    .printf(
                            Locale.ROOT,
                            "the trace is incomplete: %d entries and %d parts were dropped, %d"
                                    + " sessions were not traced%n",
                            timeline.dropped(),
                            timeline.droppedParts(),
                            timeline.untracedSessions());
        }
        operator.out().flush();
    }
}
