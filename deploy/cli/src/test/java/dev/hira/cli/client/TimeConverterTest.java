package dev.hira.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

final class TimeConverterTest {
    @ParameterizedTest
    @CsvSource({
        "90, PT1M30S",
        "90s, PT1M30S",
        "1.5 s, PT1.5S",
        "0.25, PT0.25S",
        "250ms, PT0.25S",
        "120us, PT0.00012S",
        "2 min, PT2M",
        "24h, PT24H"
    })
    void readsTimes(String text, Duration time) {
        assertThat(new TimeConverter().convert(text)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "-1",
                "s",
                "1m",
                "1d",
                "25h",
                "1e3",
                "1,5s",
                "0.1us x",
                "99999999999"
            })
    void refusesEverythingElse(String text) {
        assertThatThrownBy(() -> new TimeConverter().convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage(
                        "'%s' was asked; allowed is a time from 1us to 24h, such as 500ms, 90s,"
                                + " 5min, or a number of seconds",
                        text);
    }

    @ParameterizedTest
    @ValueSource(longs = {120_000, 5_000_000, 1_500_000_000, 180_000_000_000L, 7_200_000_000_000L})
    void readsWhatOutputShows(long nanos) {
        assertThat(new TimeConverter().convert(ValueText.time(nanos)))
                .isEqualTo(Duration.ofNanos(nanos));
    }
}
