package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.CompilerLimits;
import dev.hira.sim.compiler.clang.CompilerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program is told when it does not build. */
final class BuildErrorsTest {
    private static final String KERNEL = "extern \"C\" __global__ void k(float* x) { *x = 1; }\n";

    @Test
    void shouldNameFileLineAndColumnOfAnError() {
        String log =
                Builds.errors(
                        SourceProgram.cuda(
                                        "extern \"C\" __global__ void k(float* x) {\n    *x = y;\n}\n")
                                .withFile("kernels/scale.cu"));
        assertThat(log)
                .contains("kernels/scale.cu:2:10: error: use of undeclared identifier 'y'")
                .contains("    *x = y;")
                .contains("1 error generated");
    }

    @Test
    void shouldNameTheHeaderOfAnError() {
        String log =
                Builds.errors(
                        SourceProgram.cuda("#include \"part.h\"\n" + KERNEL)
                                .withHeaders(Map.of("part.h", "\nint f( {}\n")));
        assertThat(log).contains("part.h:2:").contains("error:");
    }

    @Test
    void shouldNameWhatTheDeviceDoesNotHave() {
        assertThat(
                        Builds.errors(
                                SourceProgram.cuda(
                                        "__global__ void k(cudaTextureObject_t t, float* x) {}")))
                .contains("the simulated GPU has no textures and surfaces");
        assertThat(Builds.errors(SourceProgram.cuda("#include <mma.h>\n" + KERNEL)))
                .contains("the simulated GPU has no tensor cores (wmma)");
    }

    @Test
    void shouldKeepWarningsOfABuildThatSucceeds() {
        Build.Built built =
                Builds.built(
                        SourceProgram.cuda(
                                "extern \"C\" __global__ void k(int* x) { int unused; *x = *x / 0; }"));
        assertThat(built.log()).contains("kernel.cu:1:").contains("warning: division by zero");
        assertThat(
                        Builds.built(
                                        SourceProgram.cuda(
                                                        "extern \"C\" __global__ void k(int* x) { *x = *x / 0; }")
                                                .withOptions("-w"))
                                .log())
                .isEmpty();
    }

    @Test
    void shouldRefuseOptionsThatAreNotListed() {
        for (String option :
                List.of(
                        "-I/etc",
                        "-include/etc/passwd",
                        "-Xclang",
                        "-fplugin=/tmp/x.so",
                        "-o",
                        "@/etc/passwd",
                        "-Wl,x",
                        "--config=/etc/x",
                        "-D",
                        "/etc/passwd",
                        "")) {
            assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withOptions(option)))
                    .startsWith("error: the option '" + option + "' is not one");
        }
        assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withOptions("-I", "/etc")))
                .contains("give the texts of headers by their names instead");
    }

    @Test
    void shouldAskForTheValueOfAnOptionThatHasNone() {
        for (String option : List.of("-D", "-U", "--std", "--define-macro")) {
            assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withOptions(option)))
                    .contains("it needs a value, in the same option or as the next one");
        }
    }

    @Test
    void shouldNameTheTargetsInPlaceOfOneThatThereIsNot() {
        for (String option :
                List.of("-arch=sm_10", "--gpu-architecture=compute_99", "-arch=native", "-arch")) {
            assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withOptions(option)))
                    .startsWith("error: the option '" + option + "' is not one")
                    .contains("here; the targets are sm_20, sm_21,", ", sm_89, sm_90")
                    .doesNotContain("gfx");
        }
    }

    @Test
    void shouldTakeAMacroWithAnyValueAsOneArgument() {
        Build.Built built =
                Builds.built(
                        SourceProgram.cuda(
                                        "extern \"C\" __global__ void k(int* x) { int o = 0, fplugin = 0; *x = F(2); }")
                                .withOptions("-DF(x)=x + 1 -o -fplugin"));
        assertThat(built.text()).contains("k");
    }

    @Test
    void shouldRefuseNamesOfFilesThatLeadElsewhere() {
        for (String name :
                List.of("/etc/passwd", "../up.cu", "a//b.cu", "a/../b.cu", "-x.cu", "a\nb", "")) {
            assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withFile(name)))
                    .contains("cannot be the name of a file here");
            assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withHeaders(Map.of(name, ""))))
                    .contains("cannot be the name of a file here");
        }
    }

    @Test
    void shouldExplainNameExpressionsThatNameNothing() {
        assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withNames(List.of("missing<int>"))))
                .contains("name expression:1:")
                .contains("missing");
        assertThat(Builds.errors(SourceProgram.cuda(KERNEL).withNames(List.of("k\n;"))))
                .contains("is not one line of text");
    }

    @Test
    void shouldTellWhatABuildFailedFor() {
        SourceProgram openCl = SourceProgram.openCl("kernel void k(global int* x) { *x = 1; }");
        assertThat(Builds.build(SourceProgram.cuda("x")))
                .extracting("reason")
                .isEqualTo(Build.Failed.Reason.PROGRAM);
        assertThat(Builds.build(openCl.withOptions("-create-library")))
                .extracting("reason", "log")
                .containsExactly(
                        Build.Failed.Reason.OPTIONS,
                        "error: a build makes a program, and -create-library asks for a library;"
                                + " compile and link instead");
        assertThat(Builds.build(openCl.withOptions("-Xclang")))
                .extracting("reason")
                .isEqualTo(Build.Failed.Reason.OPTIONS);
    }

    @Test
    void shouldSayThatTheCompilerIsMissing(@TempDir Path folder) {
        Path jar = folder.resolve("llvm.jar");
        ClangCompiler compiler =
                new ClangCompiler(
                        new CompilerSettings(jar, folder.resolve("cache"), CompilerLimits.usual()));
        Build build = compiler.build(SourceProgram.cuda(KERNEL));
        assertThat(build.log()).contains("HIRA_COMPILER names " + jar + ", which cannot be read");
        assertThat(build).extracting("reason").isEqualTo(Build.Failed.Reason.COMPILER);
        assertThat(compiler.link(SourceLanguage.OPENCL_C, List.of(""), List.of()))
                .isInstanceOf(Build.Failed.class);
    }
}
