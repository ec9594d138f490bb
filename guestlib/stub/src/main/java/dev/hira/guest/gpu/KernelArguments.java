package dev.hira.guest.gpu;

import dev.hira.base.CountText;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Packs the arguments of one launch. */
final class KernelArguments {
    private static final String UPLOAD = "upload an array to a buffer first (gpu.upload); ";

    private final Gpu gpu;
    private final String kernel;
    private byte[] bytes = new byte[64];
    private int length;

    KernelArguments(Gpu gpu, String kernel) {
        this.gpu = gpu;
        this.kernel = kernel;
    }

    /** Puts an argument at its parameter's place. */
    void put(int index, @Nullable Object argument, KernelSignature.Parameter parameter) {
        int size = sizeOf(index, argument);
        if (size != parameter.size()) {
            throw new IllegalArgumentException(
                    "kernel "
                            + kernel
                            + ", parameter "
                            + index
                            + ": given "
                            + describe(argument, size)
                            + ", expected "
                            + expectation(parameter.size()));
        }
        String objection = argument == null ? null : parameter.kind().objection(argument);
        if (objection != null) {
            throw new IllegalArgumentException(
                    "kernel " + kernel + ", parameter " + index + " " + objection);
        }
        write(parameter.offset(), size, argument);
    }

    /** Appends an argument at its natural alignment. */
    void append(int index, @Nullable Object argument) {
        int size = sizeOf(index, argument);
        int alignment = argument instanceof MemorySegment ? 8 : size;
        write(length + alignment - 1 & -alignment, size, argument);
    }

    byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    private int sizeOf(int index, @Nullable Object argument) {
        return switch (argument) {
            case Integer _, Float _ -> 4;
            case Long _, Double _ -> 8;
            case GpuBuffer<?, ?> buffer -> {
                if (!gpu.sharesSession(buffer.gpu())) {
                    gpu.requireSession(
                            buffer.gpu(),
                            buffer,
                            "kernel " + kernel + ", parameter " + index + ",");
                }
                yield 8;
            }
            case Short _, Character _ -> 2;
            case Byte _, Boolean _ -> 1;
            case MemorySegment structure -> Math.toIntExact(structure.byteSize());
            case null ->
                    throw new IllegalArgumentException(
                            at(index) + "given null; pass 0L for a null pointer");
            default ->
                    throw new IllegalArgumentException(
                            at(index)
                                    + "given "
                                    + ParameterKind.withArticle(argument.getClass().getTypeName())
                                    + ", which no kernel can take; "
                                    + (argument.getClass().isArray() ? UPLOAD : "")
                                    + "pass a number, a boolean, a"
                                    + " char, a buffer of this GPU, or a MemorySegment for a"
                                    + " structure");
        };
    }

    private String at(int index) {
        return "kernel " + kernel + ", parameter " + index + ": ";
    }

    private static String describe(@Nullable Object argument, int size) {
        String type =
                argument == null
                        ? "null"
                        : argument instanceof MemorySegment
                                ? "MemorySegment"
                                : argument.getClass().getSimpleName();
        return ParameterKind.withArticle(type) + " (" + CountText.of(size, "byte") + ")";
    }

    private static String expectation(int size) {
        return switch (size) {
            case 1 -> "1 byte (byte or boolean)";
            case 2 -> "2 bytes (short or char)";
            case 4 -> "4 bytes (int or float)";
            case 8 -> "8 bytes (a buffer, long or double)";
            default -> "a MemorySegment of " + size + " bytes";
        };
    }

    private void write(int offset, int size, @Nullable Object argument) {
        if (offset + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, offset + size));
        }
        length = Math.max(length, offset + size);
        ByteBuffer out = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        switch (argument) {
            case Integer value -> out.putInt(offset, value);
            case Float value -> out.putFloat(offset, value);
            case Long value -> out.putLong(offset, value);
            case Double value -> out.putDouble(offset, value);
            case Short value -> out.putShort(offset, value);
            case Character value -> out.putChar(offset, value);
            case Byte value -> out.put(offset, value);
            case Boolean value -> out.put(offset, (byte) (value ? 1 : 0));
            case GpuBuffer<?, ?> buffer -> out.putLong(offset, buffer.address());
            case MemorySegment structure ->
                    MemorySegment.copy(structure, 0, MemorySegment.ofArray(bytes), offset, size);
            case null, default -> throw new IllegalArgumentException("not packable: " + argument);
        }
    }
}
