package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.BuildFailedException;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of OpenCL C, as {@code clBuildProgram} takes them.
 *
 * @param compile what they say to the front end
 * @param generate what they say where code is made
 * @param isLibrary whether objects are linked to an object
 */
record OpenClOptions(List<String> compile, List<String> generate, boolean isLibrary) {
    static final String CREATE_LIBRARY = "-create-library";
    private static final String NO_OPTIMIZATION = "-O0";

    private static final OptionReader READER =
            new OptionReader("OpenCL C")
                    .allow("-D([A-Za-z_]\\w*(?:\\([^)]*\\))?(?:=.*)?)", "-D$1")
                    .allow("-U([A-Za-z_]\\w*)", "-U$1")
                    // Headers come by their names; programs name folders of the host all the same.
                    .allow("-I.*")
                    .allow("(-cl-std=CL(?:1\\.0|1\\.1|1\\.2|3\\.0))", "$1")
                    .advise("-cl-std=.*", "-cl-std has the values CL1.0, CL1.1, CL1.2 and CL3.0")
                    .allow(
                            "(-cl-(?:single-precision-constant|mad-enable|no-signed-zeros"
                                    + "|unsafe-math-optimizations|finite-math-only|fast-relaxed-math"
                                    + "|fp32-correctly-rounded-divide-sqrt|uniform-work-group-size"
                                    + "|strict-aliasing))",
                            "$1")
                    .allow(
                            "-cl-denorms-are-zero",
                            "-fdenormal-fp-math-f32=preserve-sign,preserve-sign")
                    .allow("-cl-opt-disable", NO_OPTIMIZATION)
                    .allow("(-O[0-3])", "$1")
                    .allow(
                            "-cl-kernel-arg-info|-cl-no-subgroup-ifp|-g|-enable-link-options|"
                                    + CREATE_LIBRARY)
                    .allow("-w", "-w")
                    .allow("-Werror", "-Werror")
                    .allow("(-W[a-z][a-z0-9+-]*(?:=[0-9]+)?)", "$1");

    static OpenClOptions read(List<String> options) throws BuildFailedException {
        List<String> given = READER.read(options);
        List<String> generate = new ArrayList<>();
        generate.add("-O3");
        for (String option : given) {
            if (option.startsWith("-O")) {
                generate.add(option);
            }
        }
        if (given.contains("-cl-fast-relaxed-math")) {
            generate.addAll(List.of("-mllvm", "-nvptx-prec-divf32=1"));
        }
        return new OpenClOptions(given, generate, options.contains(CREATE_LIBRARY));
    }
}
