package dev.hira.sim.builtin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrintfTest {
    /** Formats with arguments packed as CUDA packs them: ints by 4, everything else by 8. */
    private static String format(String format, Object... arguments) {
        ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        for (Object argument : arguments) {
            if (argument instanceof Integer number) {
                bytes.putInt(number);
                continue;
            }
            bytes.position((bytes.position() + 7) & -8);
            switch (argument) {
                case Long number -> bytes.putLong(number);
                case Double number -> bytes.putDouble(number);
                default -> throw new IllegalArgumentException("No argument: " + argument);
            }
        }
        Printf printf =
                new Printf(
                        (address, size) ->
                                size == 8
                                        ? bytes.getLong((int) address)
                                        : bytes.getInt((int) address) & 0xffff_ffffL,
                        PrintfTest::text,
                        0);
        return printf.format(format);
    }

    private static String text(long address, int most) {
        return address == 78
                ? "x".repeat(most)
                : address == 77 ? "seventy-seven".substring(0, Math.min(most, 13)) : "?";
    }

    // The expected texts are those of glibc.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "%d; -5; -5",
                "%i|; 7; 7|",
                "\"%5d|\"; 42; \"   42|\"",
                "%-5d|; 42; \"42   |\"",
                "%05d; -42; -0042",
                "%+d; 42; +42",
                "\"% d\"; 42; \" 42\"",
                "%.4d; 42; 0042",
                "\"%8.4d|\"; -42; \"   -0042|\"",
                "\"%08.4d|\"; 42; \"    0042|\"",
                "%u; -1; 4294967295",
                "%x; 48879; beef",
                "%X; 48879; BEEF",
                "%#x; 255; 0xff",
                "%#X; 255; 0XFF",
                "%#08x; 255; 0x0000ff",
                "%o; 8; 10",
                "%#o; 8; 010",
                "%hhd; 511; -1",
                "%hu; 65537; 1",
                "%c!; 65; A!",
                "\"%3c|\"; 65; \"  A|\"",
                "%.0d|; 0; |",
            })
    void shouldFormatInts(String format, int argument, String expected) {
        assertThat(format(format, argument)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "%lld, -9000000000, -9000000000",
        "%ld, 9000000000, 9000000000",
        "%llu, -1, 18446744073709551615",
        "%lx, -1, ffffffffffffffff",
        "%zu, 12, 12",
        "%p, 4096, 0x1000",
        "%p, 0, (nil)",
        "%s, 77, seventy-seven",
        "%.5s, 77, seven",
        "%s, 0, (null)",
    })
    void shouldFormatLongsPointersAndStrings(String format, long argument, String expected) {
        assertThat(format(format, argument)).isEqualTo(expected);
    }

    // The expected texts are those of glibc.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "%f; 3.14159265; 3.141593",
                "%.2f; 0.125; 0.12",
                "%.2f; 0.375; 0.38",
                "%.0f; 2.5; 2",
                "%#.0f; 3; 3.",
                "\"%10.3f|\"; -1.5; \"    -1.500|\"",
                "%-10.3f|; 1.5; \"1.500     |\"",
                "%010.3f; -1.5; -00001.500",
                "%f; 1e20; 100000000000000000000.000000",
                "%f; -0.0; -0.000000",
                "%f; Infinity; inf",
                "\"%05f\"; -Infinity; \" -inf\"",
                "%F; NaN; NAN",
                "%e; 12345.678; 1.234568e+04",
                "%.0e; 12345.678; 1e+04",
                "%.3E; 0.00012; 1.200E-04",
                "%e; 0; 0.000000e+00",
                "%e; 1e-300; 1.000000e-300",
                "%.2e; 9.999; 1.00e+01",
                "%g; 100000; 100000",
                "%g; 1000000; 1e+06",
                "%g; 0.0001; 0.0001",
                "%g; 0.00001; 1e-05",
                "%g; 0.1; 0.1",
                "%.3g; 1234.5; 1.23e+03",
                "%#g; 1; 1.00000",
                "%g; 0; 0",
                "%.10g; 0.1; 0.1",
                "%.17g; 0.1; 0.10000000000000001",
                "%G; 1e-10; 1E-10",
                "%a; 1; 0x1p+0",
                "%a; -0.15625; -0x1.4p-3",
            })
    void shouldFormatFloatingPointNumbersLikeC(String format, double argument, String expected) {
        assertThat(format(format, argument)).isEqualTo(expected);
    }

    @Test
    void shouldTakeArgumentsAlignedAndWidthsFromArguments() {
        assertThat(format("%d %f %d %lld%%\n", 1, 2.5, 3, 4L)).isEqualTo("1 2.500000 3 4%\n");
        assertThat(format("%*d|%-*d|%.*f", 4, 7, 3, 8, 1, 2.25)).isEqualTo("   7|8  |2.2");
        assertThat(format("%*d|", -4, 7)).isEqualTo("7   |");
    }

    @ParameterizedTest
    @CsvSource({"-2147483648, 4096", "2147483647, 4096", "-4097, 4096", "6, 6"})
    void shouldLimitWidthsFromArguments(int width, int expected) {
        assertThat(format("%*d", width, 1)).hasSize(expected);
        assertThat(format("%0*d", width, 1)).hasSize(expected);
    }

    @Test
    void shouldStopReadingWhenACallHasPrintedEnough() {
        AtomicInteger reads = new AtomicInteger();
        Printf printf =
                new Printf(
                        (_, _) -> 1,
                        (_, most) -> {
                            reads.incrementAndGet();
                            return "x".repeat(most);
                        },
                        0);
        assertThat(printf.format("ab" + "%s".repeat(1000))).hasSize(Printf.LONGEST);
        assertThat(reads).hasValue(1);
    }

    @Test
    void shouldReadAStringOnlyUpToItsPrecision() {
        assertThat(format("%.3s|", 78L)).isEqualTo("xxx|");
        assertThat(format("%.0s|", 78L)).isEqualTo("|");
    }

    @Test
    void shouldPrintTextThatIsNotAConversionUnchanged() {
        assertThat(format("100%, %y, %", 1)).isEqualTo("100%, %y, %");
    }

    @Test
    void shouldPrintVectorsOfOpenCl() {
        ByteBuffer bytes = ByteBuffer.allocate(128).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(0, 7).putFloat(16, 1.5f).putFloat(20, -2).putFloat(24, 0).putFloat(28, 4);
        bytes.put(32, (byte) 250).put(33, (byte) 1).put(34, (byte) 2).putShort(36, (short) -3);
        bytes.putShort(38, (short) 4).putInt(40, 9).putDouble(48, 0.5).putDouble(56, 0.25);
        Printf printf =
                new Printf(
                        (address, size) ->
                                switch (size) {
                                    case 1 -> bytes.get((int) address) & 0xff;
                                    case 2 -> bytes.getShort((int) address) & 0xffff;
                                    case 4 -> bytes.getInt((int) address) & 0xffff_ffffL;
                                    default -> bytes.getLong((int) address);
                                },
                        PrintfTest::text,
                        0);
        assertThat(printf.format("%d|%.1v4hlf|%v3hhu|%v2hd|%d|%5.2v2lf|%v5d"))
                .isEqualTo("7|1.5,-2.0,0.0,4.0|250,1,2|-3,4|9| 0.50, 0.25|%v5d");
        assertThat(printf.taken()).isEqualTo(6);
    }
}
