package dev.hira.cli.client;

import com.google.common.collect.ImmutableMap;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads times as {@link ValueText} writes them, such as {@code 90s}; without a unit, seconds. */
public final class TimeConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?([a-z]*)");
    private static final ImmutableMap<String, Long> UNITS =
            ImmutableMap.of(
                    "us", 1_000L,
                    "ms", 1_000_000L,
                    "s", 1_000_000_000L,
                    "", 1_000_000_000L,
                    "min", 60_000_000_000L,
                    "h", 3_600_000_000_000L);
    private static final Duration LONGEST = Duration.ofDays(1);

    @Override
    public Duration convert(String text) {
        Matcher parts = TIME.matcher(text.strip());
        if (parts.matches()) {
            Long unit = UNITS.get(parts.group(2));
            if (unit != null) {
                BigDecimal nanos =
                        new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unit));
                Duration time =
                        Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValue());
                if (time.isPositive() && time.compareTo(LONGEST) <= 0) {
                    return time;
                }
            }
        }
        throw new TypeConversionException(
                "'"
                        + text
                        + "' was asked; allowed is a time from 1us to 24h, such as 500ms, 90s, 5min,"
                        + " or a number of seconds");
    }

    /** Returns a time as a message of the admin service. */
    public static com.google.protobuf.Duration message(Duration time) {
        return com.google.protobuf.Duration.newBuilder()
                .setSeconds(time.getSeconds())
                .setNanos(time.getNano())
                .build();
    }
}
