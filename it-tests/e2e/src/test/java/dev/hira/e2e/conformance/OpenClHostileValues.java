package dev.hira.e2e.conformance;

import dev.hira.api.opencl.ClArea;
import dev.hira.api.opencl.ClImageDesc;
import dev.hira.api.opencl.ClImageFormat;
import dev.hira.api.opencl.ClMemObjectType;
import dev.hira.api.opencl.ClSizes;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Extreme and wrong values for the parameters of OpenCL's functions. */
final class OpenClHostileValues {
    private static final List<String> TYPES =
            List.of("context", "command_queue", "mem", "sampler", "program", "kernel");
    private static final long[] NUMBERS = {
        0, 1, -1, 3, 7, -8, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 7
    };
    private static final int[] SMALL = {0, 1, -1, 2, 9, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final List<String> TEXTS =
            List.of("", "\0", "\uD800", "-", "\"", "\\", "%s%n", "-D", "x".repeat(100_000));

    private final Random random;
    private final OpenClScene scene;
    private final OpenClScene other;

    /**
     * @param other of another session
     */
    OpenClHostileValues(Random random, OpenClScene scene, OpenClScene other) {
        this.random = random;
        this.scene = scene;
        this.other = other;
    }

    /** Returns a call with another value of one parameter. */
    OpenClCall change(OpenClCall call) {
        Parameter[] parameters = call.method().getParameters();
        Parameter parameter = parameters[random.nextInt(parameters.length)];
        @Nullable Object value = value(parameter.getType());
        return value == null ? call : call.with(parameter.getName(), value);
    }

    /** Returns a value of a type; null: there is no wrong one. */
    private @Nullable Object value(Class<?> type) {
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        return switch (type.getSimpleName()) {
            case "long" -> number();
            case "int" -> SMALL[random.nextInt(SMALL.length)];
            case "boolean" -> random.nextBoolean();
            case "long[]" -> numbers();
            case "String" -> text();
            case "List" -> random.nextBoolean() ? List.of() : List.of(text(), text());
            case "MemorySegment" -> memory();
            case "ClSizes" -> new ClSizes(size(), size(), size());
            case "ClArea" -> new ClArea(size(), size(), size(), size(), size());
            case "ClImageFormat" -> new ClImageFormat(channel(), channel());
            case "ClImageDesc" -> desc();
            default -> null;
        };
    }

    private long number() {
        return switch (random.nextInt(4)) {
            case 0 -> scene.object(TYPES.get(random.nextInt(TYPES.size())));
            case 1 -> other.object(TYPES.get(random.nextInt(TYPES.size())));
            case 2 -> random.nextLong();
            default -> size();
        };
    }

    private long size() {
        return NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private long[] numbers() {
        int count =
                switch (random.nextInt(8)) {
                    case 0 -> 5000;
                    case 1 -> 0;
                    default -> 1 + random.nextInt(4);
                };
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = number();
        }
        return numbers;
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private MemorySegment memory() {
        return switch (random.nextInt(4)) {
            case 0 -> MemorySegment.NULL;
            case 1 -> OpenClScene.bytes(0);
            case 2 -> OpenClScene.bytes(random.nextInt(9));
            default -> OpenClScene.bytes(4096);
        };
    }

    private int channel() {
        return 0x10AE + random.nextInt(0x40);
    }

    private ClImageDesc desc() {
        ClMemObjectType[] types = ClMemObjectType.values();
        return new ClImageDesc(
                types[random.nextInt(types.length)],
                size(),
                size(),
                size(),
                size(),
                random.nextBoolean() ? 0 : size(),
                random.nextBoolean() ? 0 : size(),
                random.nextInt(4) / 3,
                random.nextInt(4) / 3,
                random.nextBoolean() ? 0 : number());
    }
}
