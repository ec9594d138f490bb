package dev.hira.bench.migration;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import java.io.IOException;
import java.util.List;

/** Everything about moves, each part with its own processes. */
public final class MigrationBench implements BenchPart {
    private static final List<BenchPart> PARTS =
            List.of(
                    new PrecopyBench(),
                    new DowntimeBench(),
                    new RoundsBench(),
                    new LongKernelBench(),
                    new ReplayBench(),
                    new JournalBench(),
                    new NeighborBench(),
                    new TransparentBench(),
                    new LinksBench());

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        for (BenchPart part : PARTS) {
            part.run(settings, report);
        }
    }
}
