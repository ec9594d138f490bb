package dev.hira.sim.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * A type whose values a generated program passes, with its layout as C's rules give it.
 *
 * @param declaration text that declares it before its use; empty for a type of the language
 * @param scalars its parts that have values; bytes that fill gaps belong to none
 */
record PassedType(String name, String declaration, int size, int align, List<Scalar> scalars) {
    private static final Map<String, Integer> OPENCL =
            Map.of(
                    "char", 1, "uchar", 1, "short", 2, "ushort", 2, "int", 4, "uint", 4, "long", 8,
                    "ulong", 8, "float", 4, "double", 8);
    private static final Map<String, Integer> CUDA =
            Map.of(
                    "signed char",
                    1,
                    "unsigned short",
                    2,
                    "short",
                    2,
                    "int",
                    4,
                    "unsigned",
                    4,
                    "long long",
                    8,
                    "float",
                    4,
                    "double",
                    8,
                    "bool",
                    1,
                    "__half",
                    2);

    /** Alignments of CUDA's vectors of two and of four; longer ones are 16. */
    private static final Map<String, Integer> CUDA_VECTORS =
            Map.of(
                    "char",
                    1,
                    "uchar",
                    1,
                    "short",
                    2,
                    "ushort",
                    2,
                    "int",
                    4,
                    "uint",
                    4,
                    "longlong",
                    8,
                    "float",
                    4,
                    "double",
                    8);

    private static final List<Integer> LENGTHS = List.of(2, 3, 4, 8, 16);

    /** A number within a value. */
    record Scalar(int offset, int size, boolean isBool) {}

    /** Chooses a type of OpenCL C. */
    static PassedType openCl(RandomGenerator random, int depth, String name) {
        return switch (random.nextInt(depth > 0 ? 4 : 3)) {
            case 0 -> scalar(random, OPENCL);
            case 1, 2 -> {
                PassedType element = scalar(random, OPENCL);
                int length = LENGTHS.get(random.nextInt(LENGTHS.size()));
                int room = (length == 3 ? 4 : length) * element.size();
                yield vector(element.name() + length, element.size(), length, room, room);
            }
            default -> structure(random, depth, name, PassedType::openCl);
        };
    }

    /** Chooses a type of CUDA C++. */
    static PassedType cuda(RandomGenerator random, int depth, String name) {
        return switch (random.nextInt(depth > 0 ? 4 : 3)) {
            case 0 -> scalar(random, CUDA);
            case 1, 2 -> {
                PassedType element = scalar(random, CUDA_VECTORS);
                int length = 1 + random.nextInt(4);
                int align =
                        length % 2 == 0 ? Math.min(16, length * element.size()) : element.size();
                yield vector(
                        element.name() + length,
                        element.size(),
                        length,
                        length * element.size(),
                        align);
            }
            default -> structure(random, depth, name, PassedType::cuda);
        };
    }

    private static PassedType scalar(RandomGenerator random, Map<String, Integer> sizes) {
        List<String> names = sizes.keySet().stream().sorted().toList();
        String name = names.get(random.nextInt(names.size()));
        int size = Objects.requireNonNull(sizes.get(name));
        return new PassedType(
                name, "", size, size, List.of(new Scalar(0, size, name.equals("bool"))));
    }

    private static PassedType vector(String name, int element, int length, int size, int align) {
        List<Scalar> scalars = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            scalars.add(new Scalar(i * element, element, false));
        }
        return new PassedType(name, "", size, align, scalars);
    }

    /** Chooses types of one language. */
    private interface Language {
        PassedType choose(RandomGenerator random, int depth, String name);
    }

    private static PassedType structure(
            RandomGenerator random, int depth, String name, Language language) {
        StringBuilder before = new StringBuilder();
        StringBuilder fields = new StringBuilder();
        List<Scalar> scalars = new ArrayList<>();
        int end = 0;
        int align = 1;
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            PassedType type = language.choose(random, depth - 1, name + i);
            int length = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0;
            end = aligned(end, type.align());
            align = Math.max(align, type.align());
            before.append(type.declaration());
            fields.append(type.name()).append(" f").append(i);
            fields.append(length > 0 ? "[" + length + "]; " : "; ");
            for (int j = 0; j < Math.max(length, 1); j++) {
                int start = end;
                type.scalars()
                        .forEach(part ->
                                scalars.add(
                                        new Scalar(
                                                start + part.offset(),
                                                part.size(),
                                                part.isBool())));
                end += type.size();
            }
        }
        String declaration = before + "typedef struct { " + fields + "} " + name + ";\n";
        return new PassedType(name, declaration, aligned(end, align), align, scalars);
    }

    static int aligned(int offset, int align) {
        return (offset + align - 1) / align * align;
    }

    /** Returns the bytes of a value. Exponents are never all ones, for those can change. */
    byte[] value(RandomGenerator random) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        for (Scalar scalar : scalars) {
            int last = scalar.offset() + scalar.size() - 1;
            bytes[last] &= (byte) (scalar.isBool() ? 1 : scalar.size() > 1 ? 0xbf : 0xff);
        }
        return bytes;
    }

    /** Returns a readable form of a value that lies at a place in memory. */
    String text(byte[] memory, int place) {
        return scalars.stream()
                .map(scalar -> {
                    StringBuilder digits = new StringBuilder();
                    for (int i = scalar.size() - 1; i >= 0; i--) {
                        digits.append("%02x".formatted(memory[place + scalar.offset() + i]));
                    }
                    return digits.toString();
                })
                .collect(Collectors.joining(" "));
    }
}
