package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.Clang;
import dev.hira.sim.compiler.clang.Invocation;
import java.nio.file.Path;
import java.util.List;

/** The math functions of both languages, compiled to bitcode once for each cache folder. */
final class MathLibrary {
    private static final String MAIN = "library.cu";

    private static final Invocation INVOCATION =
            new Invocation(
                    MAIN,
                    Resources.texts("math", MAIN),
                    Resources.texts(
                            "math",
                            "polynomials.h",
                            "base.h",
                            "exponential.h",
                            "powers.h",
                            "trigonometric.h",
                            "inverse.h",
                            "hyperbolic.h",
                            "special.h",
                            "general.h"),
                    List.of(),
                    List.of(
                            "-emit-llvm-bc",
                            "-O3",
                            "-std=c++17",
                            "-ffp-contract=off",
                            "-target-cpu",
                            "sm_" + CudaOptions.ARCHITECTURE,
                            "-aux-triple",
                            "x86_64-unknown-linux-gnu",
                            "-fcuda-is-device",
                            "-x",
                            "cuda"));

    private MathLibrary() {}

    /** Returns the file of the bitcode. */
    static Path file(Clang clang) throws BuildFailedException {
        return clang.library("math", INVOCATION, () -> clang.output(INVOCATION));
    }
}
