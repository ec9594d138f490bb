package dev.hira.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.lab.measure.Distribution.Point;
import dev.hira.lab.measure.DistributionReader.Measured;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DistributionReaderTest {
    private static Measured read(String text) throws IOException {
        return DistributionReader.read(new StringReader(text));
    }

    @Test
    void shouldReadTheDistributionsOfAFileWithItsRemarks() throws IOException {
        Measured read =
                read(
                        """
                        # Recorded yesterday,
                        # on a quiet machine.
                        what,quantile,ms
                        "16 MiB, dense",0.10,1.5
                        "16 MiB, dense",0.50,2
                        small,0.5,0.25

                        """);
        assertThat(read.remarks()).isEqualTo("Recorded yesterday, on a quiet machine.");
        assertThat(read.distributions())
                .extracting(Distribution::what)
                .containsExactly("16 MiB, dense", "small");
        Distribution dense = read.distributions().getFirst();
        assertThat(dense.points()).containsExactly(new Point(0.1, 1.5), new Point(0.5, 2));
        assertThat(dense.at(0.1)).isEqualTo(1.5);
        assertThat(dense.at(0.3)).isEqualTo(2);
        assertThat(dense.at(0.99)).as("the largest known").isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    what,ms;a,0.5,1                     | line 1 is 'what,ms'
                    what,quantile,ms                    | at least one row
                    what,quantile,ms;a,0.5              | line 2 is 'a,0.5'; wanted: "what",quantile,ms
                    what,quantile,ms;a,half,1           | with two numbers
                    what,quantile,ms;a,0.5,NaN          | quantiles from 0 to 1, and times, that rise
                    what,quantile,ms;a,1.5,1            | quantiles from 0 to 1
                    what,quantile,ms;a,0.5,2;a,0.9,1    | line 3 is 'a,0.9,1'
                    what,quantile,ms;a,0.5,2;a,0.5,2    | line 3
                    """)
    void shouldSayWhichLineIsWrong(String lines, String problem) {
        assertThatThrownBy(() -> read(lines.replace(';', '\n')))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void shouldHaveARecordedMeasurementThatSaysWhenAndWhere() {
        Measured recorded = DistributionReader.recorded();
        assertThat(recorded.remarks()).startsWith("Recorded on 20").contains("processors");
        assertThat(recorded.distributions()).isNotEmpty();
    }

    @Test
    void shouldOrderTimes() {
        Distribution times = Distribution.of("times", new long[] {3_000_000, 1_000_000, 2_000_000});
        assertThat(times.points())
                .containsExactly(new Point(0, 1), new Point(0.5, 2), new Point(1, 3));
        assertThat(Distribution.of("one", new long[] {7_000_000}).at(0.99)).isEqualTo(7);
    }
}
