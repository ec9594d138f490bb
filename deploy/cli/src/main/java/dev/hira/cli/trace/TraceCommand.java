package dev.hira.cli.trace;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.GetVmRequest;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.admin.v1.Vm;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.client.ErrorMessages;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.OperatorOptions;
import dev.hira.cli.client.OutputFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
        footerHeading = Examples.HEADING,
        footer = "  hira trace blue --seconds 5 --out trace.json",
        mixinStandardHelpOptions = true)
public final class TraceCommand implements Callable<Integer> {
    private static final Path USUAL = Path.of("trace.json");

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
                    "The file, which is replaced when the trace is complete. Default: trace.json.")
    @Nullable Path file;

    @Option(
            names = "--otlp",
            paramLabel = "URL",
            description =
                    "Send the trace as OpenTelemetry spans to a collector, over HTTP, for example to"
                            + " http://localhost:4318; a file is written only if --out asks for it.")
    @Nullable URI otlp;

    @Override
    public Integer call() {
        Collector collector = otlp == null ? null : new Collector(otlp);
        Path to = file == null && collector == null ? USUAL : file;
        if (to != null) {
            Path _ = OutputFile.requireWritable(to);
        }
        List<TraceVmResponse> parts = new ArrayList<>();
        TraceVmRequest request =
                TraceVmRequest.newBuilder()
                        .setVm(vm)
                        .setDuration(Durations.fromNanos(Math.round(seconds * 1e9)))
                        .build();
        Timeline timeline = new Timeline(vm);
        try (AdminClient admin = operator.connect()) {
            operator.waiting(
                    "tracing " + vm,
                    () -> {
                        admin.always().traceVm(request).forEachRemaining(parts::add);
                        return parts;
                    });
            // Only now: while the VM is traced, this command should take no time from it.
            parts.forEach(timeline::add);
            if (timeline.sessions() == 0) {
                Vm known = admin.now().getVm(GetVmRequest.newBuilder().setVm(vm).build());
                operator.err()
                        .println(
                                "hira trace: the VM '"
                                        + known.getName()
                                        + "' had no open session in that time");
                return 1;
            }
        }
        if (to != null) {
            write(timeline, to);
            report(timeline, to.toString());
        }
        if (collector != null) {
            send(timeline, collector, to);
        }
        return 0;
    }

    private void send(Timeline timeline, Collector collector, @Nullable Path written) {
        try {
            List<String> requests = OtlpTrace.requests(timeline, new SecureRandom());
            collector.send(requests);
            if (written == null) {
                report(timeline, collector.address().toString());
            }
            if (requests.isEmpty()) {
                operator.out()
                        .println(
                                "nothing was sent to "
                                        + collector.address()
                                        + ", because the trace has no calls");
                operator.out().flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the spans cannot be sent to "
                            + collector.address()
                            + (written == null ? "" : ", but the trace is in " + written)
                            + ": "
                            + ErrorMessages.sentence(e),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the spans were sent", e);
        }
    }

    private static void write(Timeline timeline, Path file) {
        try {
            replace(timeline, file);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the trace cannot be written to " + file + ": " + ErrorMessages.sentence(e), e);
        }
    }

    private static void replace(Timeline timeline, Path file) throws IOException {
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

    private void report(Timeline timeline, String target) {
        operator.out()
                .printf(
                        Locale.ROOT,
                        "%s: sessions %d, calls %d, waits %d, refusals %d, kernels %d, copies and fills"
                                + " %d%n",
                        target,
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
