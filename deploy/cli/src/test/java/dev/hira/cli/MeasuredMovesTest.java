package dev.hira.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.cli.client.UsageException;
import dev.hira.lab.measure.DistributionReader.Measured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MeasuredMovesTest {
    @TempDir private Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("moves.csv"), text);
    }

    @Test
    void shouldSayWhenAFileWasMeasured() throws IOException {
        Measured read = MeasuredMoves.of(file("# Quiet.\nwhat,quantile,ms\nsmall,0.5,3\n"));
        assertThat(read.remarks())
                .startsWith("Measured on this machine at 20")
                .endsWith(". Quiet.");
        assertThat(read.distributions()).hasSize(1);
    }

    @Test
    void shouldRefuseFilesThatItCannotRead() throws IOException {
        Path missing = folder.resolve("none.csv");
        assertThatThrownBy(() -> MeasuredMoves.of(missing))
                .isInstanceOf(UsageException.class)
                .hasMessage("the file " + missing + " does not exist");
        assertThatThrownBy(() -> MeasuredMoves.of(folder)).isInstanceOf(UsageException.class);
        Path wrong = file("what,quantile,ms\nsmall,half,3\n");
        assertThatThrownBy(() -> MeasuredMoves.of(wrong))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(wrong + ": line 2 is 'small,half,3'");
    }
}
