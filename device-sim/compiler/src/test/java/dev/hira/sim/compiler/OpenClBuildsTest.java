package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceKernel.Access;
import dev.hira.api.source.SourceKernel.AddressSpace;
import dev.hira.api.source.SourceKernel.Parameter;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Builds of OpenCL C: kernels' facts, options, separate compilation, errors. */
final class OpenClBuildsTest {
    private static final Device DEVICE = new Device();
    private static final ClangCompiler COMPILER = new ClangCompiler(Builds.SETTINGS);

    @AfterAll
    static void close() {
        DEVICE.close();
    }

    @Test
    void shouldTellWhatKernelsDeclare() {
        Build.Built built =
                Builds.built(
                        SourceProgram.openCl(
                                """
                                typedef float real;
                                typedef struct { int a, b; } pair;
                                kernel void second(global int* p) { *p = 1; }
                                kernel __attribute__((reqd_work_group_size(8, 4, 1)))
                                void first(const global real* restrict x, constant int4* c, local volatile uint* l, pair v,
                                           uchar3 u) {
                                    l[0] = x[0] + c[0].x + v.a + u.y;
                                }
                                """));
        assertThat(built.kernels())
                .containsExactly(
                        new SourceKernel(
                                "second",
                                List.of(parameter("p", "int*", AddressSpace.GLOBAL, "")),
                                List.of(0, 0, 0),
                                ""),
                        new SourceKernel(
                                "first",
                                List.of(
                                        parameter(
                                                "x",
                                                "real*",
                                                AddressSpace.GLOBAL,
                                                "const restrict"),
                                        parameter("c", "int4*", AddressSpace.CONSTANT, "const"),
                                        parameter("l", "uint*", AddressSpace.LOCAL, "volatile"),
                                        parameter("v", "pair", AddressSpace.PRIVATE, ""),
                                        parameter("u", "uchar3", AddressSpace.PRIVATE, "")),
                                List.of(8, 4, 1),
                                "reqd_work_group_size(8,4,1)"));
        assertThat(built.text()).contains(".reqntid 8, 4, 1", ".ptr .shared", ".ptr .global");
    }

    private static Parameter parameter(String name, String type, AddressSpace space, String words) {
        return new Parameter(
                name,
                type,
                space,
                Access.NONE,
                words.contains("const"),
                words.contains("restrict"),
                words.contains("volatile"),
                false);
    }

    @Test
    void shouldPassConstantBuffersAndKeepStringsAsTheyAre() {
        Build.Built built =
                Builds.built(
                        SourceProgram.openCl(
                                """
                                constant int table[4] = {2, 3, 5, 7};
                                constant char text[] = "addrspace(4)";
                                kernel void k(constant int* c, global int* out) {
                                    size_t i = get_local_id(0);
                                    out[i] = c[i] * table[3 - i] + text[11];
                                }
                                """));
        int[] out = new int[4];
        DEVICE.run(built.text(), "k", 1, 4, new int[] {1, 10, 100, 1000}, out);
        assertThat(out).containsExactly(7 + ')', 50 + ')', 300 + ')', 2000 + ')');
    }

    @Test
    void shouldReadTheRangeFromTheDriversRegisters() {
        String ptx =
                Builds.built(
                                SourceProgram.openCl(
                                        "kernel void k(global ulong* x) { x[0] = get_global_id(0) + get_global_size(2)"
                                                + " + get_num_groups(1) + get_work_dim(); }"))
                        .text();
        assertThat(ptx)
                .contains(
                        "%envreg3;",
                        "%envreg4;", "%envreg7;", "%envreg11;", "%envreg13;", "%envreg14;")
                .contains("%envreg23;", "%envreg24;")
                .doesNotContain("%envreg5;", ".extern");
    }

    @Test
    void shouldCompileApartAndLink() {
        Build.Built helper =
                compiled(
                        "int helper(int x) { return x * FACTOR; }",
                        List.of("-DFACTOR=6"),
                        Map.of());
        Build.Built main =
                compiled(
                        "#include \"helper.h\"\nkernel void k(global int* x) { x[0] = helper(x[0]) + mad24(2, 3, 4); }",
                        List.of("-I", "/anywhere"),
                        Map.of("helper.h", "int helper(int x);"));
        Build library =
                COMPILER.link(
                        SourceLanguage.OPENCL_C,
                        List.of(helper.text()),
                        List.of("-create-library"));
        Build linked =
                COMPILER.link(
                        SourceLanguage.OPENCL_C,
                        List.of(main.text(), ((Build.Built) library).text()),
                        List.of());
        int[] x = {7};
        DEVICE.run(((Build.Built) linked).text(), "k", 1, 1, x);
        assertThat(x).containsExactly(52);
        assertThat(((Build.Built) linked).kernels())
                .extracting(SourceKernel::name)
                .containsExactly("k");
        assertThat(COMPILER.link(SourceLanguage.OPENCL_C, List.of(main.text()), List.of()).log())
                .isEqualTo(
                        "error: the program calls functions that it does not define and that this device"
                                + " does not have: helper");
        assertThat(
                        COMPILER.link(
                                        SourceLanguage.OPENCL_C,
                                        List.of(helper.text(), helper.text()),
                                        List.of())
                                .log())
                .contains("error:");
        assertThat(COMPILER.link(SourceLanguage.OPENCL_C, List.of("nonsense"), List.of()).log())
                .contains("error:");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "__attribute__((noinline)) "})
    void shouldCallKernels(String attribute) {
        String copies =
                attribute
                        + """
                        kernel void copy(global int* from, global int* to) {
                            local int held[4];
                            held[get_local_id(0)] = from[get_local_id(0)];
                            barrier(CLK_LOCAL_MEM_FENCE);
                            to[get_local_id(0)] = held[3 - get_local_id(0)];
                        }
                        """;
        String calls =
                """
                extern kernel void copy(global int* from, global int* to);
                kernel void once(global int* from, global int* to) { copy(from, to); }
                kernel void twice(global int* from, global int* to) {
                    once(from, to);
                    barrier(CLK_GLOBAL_MEM_FENCE);
                    copy(to, to);
                }
                """;
        String together = Builds.built(SourceProgram.openCl(copies + calls)).text();
        List<String> objects =
                List.of(
                        compiled(calls, List.of(), Map.of()).text(),
                        compiled(copies, List.of(), Map.of()).text());
        Build.Built linked =
                (Build.Built) COMPILER.link(SourceLanguage.OPENCL_C, objects, List.of());
        for (String ptx : List.of(together, linked.text())) {
            for (String kernel : List.of("copy", "once", "twice")) {
                int[] to = new int[4];
                DEVICE.run(ptx, kernel, 1, 4, new int[] {1, 2, 3, 4}, to);
                assertThat(to)
                        .as(kernel)
                        .isEqualTo(
                                kernel.equals("twice")
                                        ? new int[] {1, 2, 3, 4}
                                        : new int[] {4, 3, 2, 1});
            }
        }
        assertThat(linked.kernels())
                .extracting(SourceKernel::name)
                .containsExactlyInAnyOrder("copy", "once", "twice");
    }

    @Test
    void shouldPassVectorsOfTwoBytes() {
        String ptx =
                Builds.built(
                                SourceProgram.openCl(
                                        """
                                        __attribute__((noinline)) char2 sum(char2 a, uchar2 b) { return a + as_char2(b); }
                                        kernel void k(char2 a, uchar2 b, global char2* out) {
                                            out[0] = a;
                                            out[1] = as_char2(b);
                                            out[2] = sum(a, b);
                                        }
                                        """))
                        .text();
        byte[] out = new byte[8];
        DEVICE.run(
                ptx,
                "k",
                1,
                1,
                Device.Value.of(new byte[] {1, 2}, 2),
                Device.Value.of(new byte[] {30, 40}, 2),
                out);
        assertThat(out).containsExactly(1, 2, 30, 40, 31, 42, 0, 0);
    }

    private static Build.Built compiled(
            String text, List<String> options, Map<String, String> headers) {
        Build build =
                COMPILER.compile(
                        SourceProgram.openCl(text).withOptions(options).withHeaders(headers));
        assertThat(build).as(build.log()).isInstanceOf(Build.Built.class);
        return (Build.Built) build;
    }

    @Test
    void shouldTakeTheOptionsOfTheSpecification() {
        String program = "kernel void k(global float* x) { x[0] = x[0] / 3.0f + 1.5; }";
        for (String options :
                List.of(
                        "-cl-std=CL1.1 -cl-opt-disable -cl-single-precision-constant -w -Werror",
                        "-cl-std=CL3.0 -cl-denorms-are-zero -cl-fp32-correctly-rounded-divide-sqrt"
                                + " -cl-mad-enable -cl-no-signed-zeros -cl-kernel-arg-info",
                        "-cl-fast-relaxed-math -cl-unsafe-math-optimizations -cl-finite-math-only"
                                + " -cl-uniform-work-group-size")) {
            Builds.built(SourceProgram.openCl(program).withOptions(options.split(" ")));
        }
        assertThat(Builds.errors(SourceProgram.openCl(program).withOptions("-cl-std=CL2.0")))
                .contains(
                        "'-cl-std=CL2.0' is not one that a program in OpenCL C may be compiled with",
                        "here; -cl-std has the values CL1.0, CL1.1, CL1.2 and CL3.0");
    }

    @Test
    void shouldNameLinesOfErrorsAndFunctionsThatAreMissing() {
        assertThat(
                        Builds.errors(
                                SourceProgram.openCl(
                                        "kernel void k(global int* x) {\n  x[0] = y;\n}")))
                .contains("program.cl:2:10: error: use of undeclared identifier 'y'");
        assertThat(
                        Builds.errors(
                                SourceProgram.openCl(
                                        "int elsewhere(int);\n"
                                                + "kernel void k(global int* x) {"
                                                + " x[0] = elsewhere(1); }")))
                .contains("does not have: elsewhere");
        assertThat(Builds.errors(SourceProgram.openCl("#include \"/etc/passwd\"\n")))
                .contains("'/etc/passwd' file not found");
    }
}
