package dev.hira.sim.builtin;

import java.util.Locale;
import java.util.StringJoiner;
import java.util.regex.Matcher;

/**
 * Formats as C's printf does. Arguments follow each other as CUDA packs them: integers of up to 32
 * bits take 4 bytes; longer ones, pointers and floating-point numbers take 8, at a multiple of 8.
 * OpenCL's vectors lie at a multiple of their size; their elements are printed with commas between.
 * Text beyond {@link #LONGEST} characters is neither formatted nor read.
 */
final class Printf {
    /** The most characters that one call prints. */
    static final int LONGEST = 1 << 16;

    private final Reader memory;
    private final Strings strings;
    private final long start;
    private long offset;
    private int taken;

    /** Reads a number of so many bytes, zero-extended. */
    @FunctionalInterface
    interface Reader {
        long load(long address, int bytes);
    }

    /** Reads the text at an address, but at most so many bytes. */
    @FunctionalInterface
    interface Strings {
        String text(long address, int most);
    }

    /**
     * A call of printf.
     *
     * @param start the address of the arguments
     */
    Printf(Reader memory, Strings strings, long start) {
        this.memory = memory;
        this.strings = strings;
        this.start = start;
    }

    /** The number of arguments taken so far. */
    int taken() {
        return taken;
    }

    /** Returns the formatted text. */
    String format(String format) {
        StringBuilder text = new StringBuilder();
        Matcher conversions = Conversion.PATTERN.matcher(format);
        int done = 0;
        while (text.length() < LONGEST && conversions.find(done)) {
            text.append(format, done, conversions.start());
            text.append(convert(Conversion.of(conversions, this::take)));
            done = conversions.end();
        }
        text.append(format, done, format.length());
        text.setLength(Math.min(text.length(), LONGEST));
        return text.toString();
    }

    private long take(int bytes) {
        offset = (offset + bytes - 1) & -bytes;
        long value = memory.load(start + offset, bytes);
        offset += bytes;
        taken++;
        return value;
    }

    private String convert(Conversion how) {
        if (how.length() > 0) {
            return vector(how);
        }
        return switch (how.kind()) {
            case '%' -> "%";
            case 'd', 'i' -> signed(how, take(how.bytes()));
            case 'u', 'o', 'x', 'X' -> unsigned(how, take(how.bytes()));
            case 'c' -> how.padded(String.valueOf((char) (take(4) & 0xff)));
            case 's' -> string(how);
            case 'p' -> pointer(how);
            default -> Decimals.format(how, Double.longBitsToDouble(take(8)));
        };
    }

    private String vector(Conversion how) {
        int bytes = how.elementBytes();
        offset = (offset + how.vectorBytes() - 1) & -how.vectorBytes();
        StringJoiner elements = new StringJoiner(",");
        for (int i = 0; i < how.length(); i++) {
            elements.add(element(how, memory.load(start + offset + (long) i * bytes, bytes)));
        }
        offset += how.vectorBytes();
        taken++;
        return elements.toString();
    }

    private static String element(Conversion how, long bits) {
        return switch (how.kind()) {
            case 'd', 'i' -> signed(how, bits);
            case 'u', 'o', 'x', 'X' -> unsigned(how, bits);
            default -> Decimals.format(how, floating(bits, how.elementBytes()));
        };
    }

    private static double floating(long bits, int bytes) {
        return switch (bytes) {
            case 2 -> Float.float16ToFloat((short) bits);
            case 4 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private static String signed(Conversion how, long bits) {
        int unused = Long.SIZE - how.bits();
        long value = bits << unused >> unused;
        String digits = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
        return integer(how, how.sign(value < 0), digits, value == 0);
    }

    private static String unsigned(Conversion how, long bits) {
        int unused = Long.SIZE - how.bits();
        long value = bits << unused >>> unused;
        boolean prefixed = how.has('#') && value != 0;
        return switch (how.kind()) {
            case 'o' -> {
                String digits = Long.toOctalString(value);
                yield integer(how, "", prefixed ? "0" + digits : digits, value == 0);
            }
            case 'u' -> integer(how, "", Long.toUnsignedString(value), value == 0);
            default -> {
                String digits = Long.toHexString(value);
                String text = integer(how, prefixed ? "0x" : "", digits, value == 0);
                yield how.kind() == 'X' ? text.toUpperCase(Locale.ROOT) : text;
            }
        };
    }

    private static String integer(Conversion how, String sign, String digits, boolean zero) {
        if (how.precision() == Conversion.NONE) {
            return how.padded(sign, digits, true);
        }
        String all = zero && how.precision() == 0 ? "" : digits;
        return how.padded(
                sign, "0".repeat(Math.max(0, how.precision() - all.length())) + all, false);
    }

    private String string(Conversion how) {
        long address = take(8);
        int most = how.precision() == Conversion.NONE ? LONGEST : how.precision();
        String text = address == 0 ? "(null)" : strings.text(address, most);
        return how.padded(text.substring(0, Math.min(most, text.length())));
    }

    private String pointer(Conversion how) {
        long address = take(8);
        return how.padded(address == 0 ? "(nil)" : "0x" + Long.toHexString(address));
    }
}
