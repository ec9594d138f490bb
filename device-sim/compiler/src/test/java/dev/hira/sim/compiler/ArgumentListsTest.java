package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Generated kernels with parameters of all types, which pass them on to functions in another order
 * and get them back from functions. Each value must arrive.
 */
final class ArgumentListsTest {
    private static final long SEED = 26;
    private static final int KERNELS = 12;
    private static final int MOST_PARAMETERS = 7;
    private static final Device DEVICE = new Device();

    @AfterAll
    static void close() {
        DEVICE.close();
    }

    @Test
    void shouldPassEveryValueInOpenClC() {
        check(SourceLanguage.OPENCL_C, SEED, 1);
    }

    @Test
    void shouldPassEveryValueInCudaCpp() {
        check(SourceLanguage.CUDA_CPP, SEED, 1);
    }

    @Test
    @Tag("thorough")
    void shouldPassEveryValueOfManyPrograms() {
        check(SourceLanguage.OPENCL_C, SEED + 1_000, 25);
        check(SourceLanguage.CUDA_CPP, SEED + 1_000, 25);
    }

    private static void check(SourceLanguage language, long seed, int programs) {
        for (int i = 0; i < programs; i++) {
            RandomGenerator random = new Random(seed + i);
            List<Kernel> kernels = new ArrayList<>();
            StringBuilder source = new StringBuilder();
            for (int j = 0; j < KERNELS; j++) {
                Kernel kernel = Kernel.choose(random, language, j);
                kernels.add(kernel);
                source.append(kernel.source());
            }
            String about = "seed " + (seed + i) + "\n" + source;
            String ptx = ptx(language, source.toString());
            for (Kernel kernel : kernels) {
                kernel.run(ptx, "k" + kernel.number(), random, about);
                if (language == SourceLanguage.OPENCL_C) {
                    kernel.run(ptx, "caller" + kernel.number(), random, about);
                }
            }
        }
    }

    private static String ptx(SourceLanguage language, String source) {
        SourceProgram program =
                language == SourceLanguage.OPENCL_C
                        ? SourceProgram.openCl(source)
                        : SourceProgram.cuda("#include <cuda_fp16.h>\n" + source);
        return Builds.built(program).text();
    }

    /**
     * A kernel that writes its arguments three times: itself, by a function that takes all of them
     * in reverse, and as functions of one parameter return them.
     */
    private record Kernel(SourceLanguage language, int number, List<PassedType> types) {
        private static final int TIMES = 3;

        static Kernel choose(RandomGenerator random, SourceLanguage language, int number) {
            List<PassedType> types = new ArrayList<>();
            int count = 1 + random.nextInt(MOST_PARAMETERS);
            for (int i = 0; i < count; i++) {
                String name = "S" + number + "_" + i + "_";
                types.add(
                        language == SourceLanguage.OPENCL_C
                                ? PassedType.openCl(random, 2, name)
                                : PassedType.cuda(random, 2, name));
            }
            return new Kernel(language, number, types);
        }

        private int place(int parameter) {
            int place = 0;
            for (int i = 0; i < parameter; i++) {
                place = PassedType.aligned(place + types.get(i).size(), 128);
            }
            return place;
        }

        private int area() {
            return place(types.size());
        }

        String source() {
            boolean isOpenCl = language == SourceLanguage.OPENCL_C;
            String pointer = isOpenCl ? "global " : "";
            String function = isOpenCl ? "__attribute__((noinline)) " : "__device__ __noinline__ ";
            String kernel = isOpenCl ? "kernel void " : "extern \"C\" __global__ void ";
            String out = pointer + "char* out";
            StringBuilder text = new StringBuilder();
            types.forEach(type -> text.append(type.declaration()));
            List<String> forwards = new ArrayList<>();
            List<String> backwards = new ArrayList<>();
            List<String> arguments = new ArrayList<>();
            StringBuilder stores = new StringBuilder();
            StringBuilder returned = new StringBuilder();
            for (int i = 0; i < types.size(); i++) {
                String name = types.get(i).name();
                forwards.add(name + " a" + i);
                backwards.addFirst(name + " a" + i);
                arguments.addFirst("a" + i);
                String to = "*(" + pointer + name + "*)(out + " + place(i);
                stores.append(to).append(") = a").append(i).append("; ");
                String same = "same" + number + "_" + i;
                text.append(function + name + " " + same + "(" + name + " a) { return a; }\n");
                returned.append(to).append(" + 2 * " + area() + ") = " + same + "(a" + i + "); ");
            }
            forwards.addLast(out);
            backwards.addFirst(out);
            arguments.addFirst("out + " + area());
            String all = "all" + number;
            text.append(function + "void " + all + "(" + String.join(", ", backwards) + ") { ");
            text.append(stores).append("}\n");
            text.append(kernel + "k" + number + "(" + String.join(", ", forwards) + ") { ");
            text.append(stores).append(all + "(" + String.join(", ", arguments) + "); ");
            text.append(returned).append("}\n");
            if (isOpenCl) {
                arguments.removeFirst();
                text.append(
                        kernel + "caller" + number + "(" + String.join(", ", forwards) + ") { k");
                text.append(number + "(" + String.join(", ", arguments.reversed()) + ", out); }\n");
            }
            return text.toString();
        }

        void run(String ptx, String name, RandomGenerator random, String about) {
            List<byte[]> values = new ArrayList<>();
            List<Object> arguments = new ArrayList<>();
            for (PassedType type : types) {
                byte[] value = type.value(random);
                values.add(value);
                arguments.add(Device.Value.of(value, type.align()));
            }
            byte[] out = new byte[TIMES * area()];
            arguments.add(out);
            DEVICE.run(ptx, name, 1, 1, arguments.toArray());
            for (int i = 0; i < types.size(); i++) {
                for (int time = 0; time < TIMES; time++) {
                    assertThat(types.get(i).text(out, time * area() + place(i)))
                            .as("parameter %d of %s, area %d, %s", i, name, time, about)
                            .isEqualTo(types.get(i).text(values.get(i), 0));
                }
            }
        }
    }
}
