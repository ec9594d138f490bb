package dev.hira.sim.compiler;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.BuildCache;
import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.Clang;
import dev.hira.sim.compiler.clang.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compiles CUDA C++ with the header and the library of this module. */
final class CudaCompiler {
    private static final String HEADER = "hira_cuda.h";

    private static final List<String> LANGUAGE =
            List.of(
                    "-aux-triple",
                    "x86_64-unknown-linux-gnu",
                    "-fcuda-is-device",
                    "-fdeclspec",
                    SourceLines.OPTION,
                    "-fsanitize=return",
                    "-fsanitize-trap=return",
                    "-mllvm",
                    "-enable-memcpyopt-without-libcalls",
                    "-x",
                    "cuda");

    private static final List<String> DEFAULTS =
            List.of(
                    "-O3",
                    "-ffp-contract=fast-honor-pragmas",
                    "-std=c++17",
                    "-target-cpu",
                    "sm_" + CudaOptions.ARCHITECTURE);

    private final Clang clang;
    private final Map<String, String> headers = CudaHeaders.all();

    CudaCompiler(Clang clang) {
        this.clang = clang;
    }

    Build.Built build(SourceProgram program) throws BuildFailedException {
        List<String> arguments = new ArrayList<>(List.of("-S"));
        arguments.addAll(LANGUAGE);
        arguments.addAll(DEFAULTS);
        arguments.addAll(CudaOptions.read(program.options()));
        arguments.addAll(List.of("-include", HEADER));
        String text = NameExpressions.append(program.text(), program.names());
        BuildCache.Output output =
                clang.output(
                        new Invocation(
                                program.file(),
                                Invocation.sources(program, text),
                                headers,
                                List.of(MathLibrary.file(clang)),
                                arguments));
        String ptx = SourceLines.tidy(output.decoded());
        return new Build.Built(
                NameExpressions.without(ptx),
                output.log(),
                NameExpressions.names(ptx, program.names()),
                List.of());
    }
}
