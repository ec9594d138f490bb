package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** TLS beside plain TCP on this host, without shared memory, each measured in turn. */
public final class TlsBench implements BenchPart {
    private static final long SIZE = 64L << 20;
    private static final int ROUNDS = 9;
    private static final int COMMANDS = 200_000;
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("TLS beside plain TCP, three processes, no shared memory, in turn (p50)");
        try (Arena arena = Arena.ofConfined();
                TcpStack plainStack = TcpStack.plain();
                TcpStack tlsStack = TcpStack.secured(folder());
                CudaDriver plain = plainStack.open();
                CudaDriver tls = tlsStack.open()) {
            List<Stats> calls =
                    Stats.alternating(
                            WARM_UP,
                            settings.times(20_000),
                            plain::cuDriverGetVersion,
                            tls::cuDriverGetVersion);
            report.note("a synchronous call, plain", calls.getFirst().median() / 1000, "µs");
            report.atMost("  with TLS / plain", ratio(calls), "×", 1.3);
            MemorySegment data = arena.allocate(SIZE);
            data.fill((byte) 1);
            long onPlain = memory(plain);
            long onTls = memory(tls);
            copies(
                    "to the device",
                    () -> plain.cuMemcpyHtoD(onPlain, data, SIZE),
                    () -> tls.cuMemcpyHtoD(onTls, data, SIZE),
                    report);
            copies(
                    "from the device",
                    () -> plain.cuMemcpyDtoH(data, onPlain, SIZE),
                    () -> tls.cuMemcpyDtoH(data, onTls, SIZE),
                    report);
            commands(plain, tls, report);
        }
    }

    private static Path folder() {
        try {
            return Files.createTempDirectory("hira-tls-");
        } catch (IOException e) {
            throw new UncheckedIOException("there is no folder for certificates", e);
        }
    }

    private static long memory(CudaDriver cuda) {
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        long memory = cuda.cuMemAlloc(SIZE);
        cuda.cuMemsetD8(memory, 1, SIZE); // so that its pages exist
        cuda.cuCtxSynchronize();
        return memory;
    }

    private static void copies(String where, Runnable plain, Runnable tls, BenchReport report) {
        List<Stats> both = Stats.alternating(WARM_UP, ROUNDS, plain, tls);
        report.note("64 MiB " + where + ", plain", SIZE / both.getFirst().median(), "GB/s");
        report.atLeast("  with TLS / plain", 1 / ratio(both), "×", 0.5);
    }

    private static void commands(CudaDriver plain, CudaDriver tls, BenchReport report) {
        SmallUploads plainUploads = new SmallUploads(plain);
        SmallUploads tlsUploads = new SmallUploads(tls);
        List<Stats> both =
                Stats.alternating(
                        WARM_UP,
                        ROUNDS,
                        () -> plainUploads.send(COMMANDS),
                        () -> tlsUploads.send(COMMANDS));
        report.note("small commands, plain", COMMANDS * 1e9 / both.getFirst().median(), "/s");
        report.atLeast("  with TLS / plain", 1 / ratio(both), "×", 0.8);
    }

    /** Returns the second time over the first. */
    private static double ratio(List<Stats> both) {
        return both.getLast().median() / both.getFirst().median();
    }
}
