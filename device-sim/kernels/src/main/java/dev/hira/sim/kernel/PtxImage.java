package dev.hira.sim.kernel;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The text of a module in PTX.
 *
 * @param text without a terminating zero byte
 */
public record PtxImage(String text) {
    private static final Pattern VERSION = Pattern.compile("(?m)^\\s*\\.version\\s+\\d+\\.\\d+");
    private static final Pattern TARGET = Pattern.compile("(?m)^\\s*\\.target\\s+\\w+");

    /**
     * Reads an image and checks that it looks like PTX.
     *
     * @throws KernelFault with {@link FaultKind#INVALID_IMAGE} when it is not text, and with {@link
     *     FaultKind#INVALID_PTX} when it is text without the directives with which all PTX starts
     */
    public static PtxImage read(MemorySegment image) {
        byte[] bytes = image.toArray(ValueLayout.JAVA_BYTE);
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        requireText(bytes, length);
        String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
        if (!VERSION.matcher(text).find() || !TARGET.matcher(text).find()) {
            throw new KernelFault(
                    FaultKind.INVALID_PTX,
                    "The text of "
                            + length
                            + " bytes is not PTX: it has no line with .version and .target.");
        }
        return new PtxImage(text);
    }

    private static void requireText(byte[] bytes, int length) {
        if (length == 0) {
            throw new KernelFault(FaultKind.INVALID_IMAGE, "The module image is empty.");
        }
        for (int i = 0; i < length; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' && "\t\n\r\f".indexOf(bytes[i]) < 0) {
                throw new KernelFault(
                        FaultKind.INVALID_IMAGE,
                        "The module image is not PTX text: byte "
                                + i
                                + " is "
                                + bytes[i]
                                + ". Binary code cannot be loaded; compile to PTX.");
            }
        }
    }
}
