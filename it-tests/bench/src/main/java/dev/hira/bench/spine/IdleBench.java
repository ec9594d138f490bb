package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cost of an idle session in the router: heap after a collection, and threads. With rings, one
 * thread waits for up to {@value #PER_POLLER} sessions, limited by the words that Linux lets one
 * thread wait for; without rings, sessions add no threads.
 */
public final class IdleBench implements BenchPart {
    private static final int SESSIONS = 100;
    private static final int PER_POLLER = 56;
    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section(SESSIONS + " idle sessions in the router");
        Cost rings = cost("");
        report.atMost("heap per idle session", rings.kib(), "KiB", 1024);
        report.atMost(
                "threads more, one for " + PER_POLLER + " sessions over rings",
                rings.threads(),
                "threads",
                Math.ceilDiv(SESSIONS, PER_POLLER));
        report.atMost("threads more, over gRPC", cost("?rings=off").threads(), "threads", 0);
    }

    /** Returns the cost that a hundred sessions add to a router with a few. */
    private static Cost cost(String parameters) {
        try (LocalStack stack = BenchStack.stack()) {
            List<CudaDriver> sessions = new ArrayList<>();
            try {
                open(4, stack.uri() + parameters, sessions);
                double heap = heapKib(stack.router());
                double threads = threads(stack.router());
                open(SESSIONS, stack.uri() + parameters, sessions);
                return new Cost(
                        (heapKib(stack.router()) - heap) / SESSIONS,
                        threads(stack.router()) - threads);
            } finally {
                sessions.forEach(CudaDriver::close);
            }
        }
    }

    private static void open(int count, String uri, List<CudaDriver> into) {
        for (int i = 0; i < count; i++) {
            CudaDriver cuda = Hira.connect(uri);
            into.add(cuda);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
        }
    }

    /** Heap of each session, threads of all. */
    private record Cost(double kib, double threads) {}

    private static long threads(HiraProcess process) {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("Threads:"))
                    .mapToLong(line -> Long.parseLong(line.substring(8).strip()))
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the used heap after full collections. The serial collector prints one line for each
     * generation.
     */
    private static long heapKib(HiraProcess process) {
        jcmd(process, "GC.run");
        jcmd(process, "GC.run");
        Matcher used = USED.matcher(jcmd(process, "GC.heap_info"));
        long sum = 0;
        for (int generation = 0; generation < 2 && used.find(); generation++) {
            sum += Long.parseLong(used.group(1));
        }
        return sum;
    }

    private static String jcmd(HiraProcess process, String command) {
        try {
            Process jcmd =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                            .toString(),
                                    Long.toString(process.pid()),
                                    command)
                            .redirectErrorStream(true)
                            .start();
            return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
