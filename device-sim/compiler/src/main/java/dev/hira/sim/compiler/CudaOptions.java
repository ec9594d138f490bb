package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.BuildFailedException;
import java.util.List;

/** The options of CUDA C++: those of NVRTC and nvcc that mean something here. */
final class CudaOptions {
    static final String ARCHITECTURE = "75";
    private static final String MACRO = "([A-Za-z_]\\w*(?:\\([^)]*\\))?(?:=.*)?)";

    /** The targets that clang has among those of two digits. */
    private static final List<String> TARGETS =
            List.of(
                    "20", "21", "30", "32", "35", "37", "50", "52", "53", "60", "61", "62", "70",
                    "72", "75", "80", "86", "87", "89", "90");

    private static final OptionReader READER =
            new OptionReader("CUDA C++")
                    .allow("(?:-D|--define-macro=)" + MACRO, "-D$1")
                    .allow("(?:-U|--undefine-macro=)([A-Za-z_]\\w*)", "-U$1")
                    .allow("(-O[0-3])", "$1")
                    .allow("-?-std=(c\\+\\+(?:11|14|17|20|23))", "-std=$1")
                    .allow(
                            "-?-(?:gpu-architecture|arch)=(?:sm|compute)_("
                                    + String.join("|", TARGETS)
                                    + ")",
                            "-target-cpu",
                            "sm_$1")
                    .advise(
                            "-?-(?:gpu-architecture|arch)(?:=.*)?",
                            "the targets are sm_" + String.join(", sm_", TARGETS))
                    .allow(
                            "-?-(?:use_fast_math|ffast-math)",
                            "-fdenormal-fp-math-f32=preserve-sign,preserve-sign",
                            "-mllvm",
                            "-nvptx-prec-divf32=0",
                            "-mllvm",
                            "-nvptx-prec-sqrtf32=0",
                            "-fcuda-approx-transcendentals",
                            "-DHIRA_FAST_MATH")
                    .allow("-?-ftz=true", "-fdenormal-fp-math-f32=preserve-sign,preserve-sign")
                    .allow("-?-ftz=false")
                    .allow("-?-prec-div=true")
                    .allow("-?-prec-div=false", "-mllvm", "-nvptx-prec-divf32=1")
                    .allow("-?-prec-sqrt=true")
                    .allow("-?-prec-sqrt=false", "-mllvm", "-nvptx-prec-sqrtf32=0")
                    .allow("-?-fmad=true", "-ffp-contract=fast-honor-pragmas")
                    .allow("-?-fmad=false", "-ffp-contract=off")
                    .allow(
                            "-?-(?:generate-line-info|lineinfo|device-debug|device-as-default-execution-space|default-device|restrict|extra-device-vectorization|minimal)")
                    .allow("-?-(?:maxrregcount|split-compile)=\\d+")
                    .allow("-w|-?-disable-warnings", "-w")
                    .allow("(-W[a-z][a-z0-9+-]*(?:=[0-9]+)?)", "$1")
                    .allow("-Werror", "-Werror");

    private CudaOptions() {}

    static List<String> read(List<String> options) throws BuildFailedException {
        return READER.read(options);
    }
}
