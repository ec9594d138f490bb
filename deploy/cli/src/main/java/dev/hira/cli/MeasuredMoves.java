package dev.hira.cli;

import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.UsageException;
import dev.hira.lab.measure.DistributionReader;
import dev.hira.lab.measure.DistributionReader.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The measured times of moves that the laboratory shows. */
final class MeasuredMoves {
    private MeasuredMoves() {}

    /**
     * Returns the times in a file; without one those of the last benchmark on this machine, or else
     * recorded ones.
     */
    static Measured of(@Nullable Path asked) {
        Path usual =
                Path.of(System.getProperty("hira.home", "."), "target", "bench", "migration.csv");
        if (asked == null && !Files.exists(usual)) {
            return DistributionReader.recorded();
        }
        Path file = asked == null ? usual : asked;
        try {
            Measured read = DistributionReader.read(file);
            String when = "Measured on this machine at " + Files.getLastModifiedTime(file);
            return new Measured(when + ". " + read.remarks(), read.distributions());
        } catch (IOException e) {
            throw new UsageException(InputFile.problem(file));
        } catch (IllegalArgumentException e) {
            throw new UsageException(file + ": " + e.getMessage());
        }
    }
}
