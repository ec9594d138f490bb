package dev.hira.sim.compiler;

import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.Clang;
import dev.hira.sim.compiler.clang.Invocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The built-in functions of OpenCL C, compiled to bitcode once for each cache folder: conversions
 * and images apart, because they are many and few programs use them.
 */
final class OpenClLibrary {
    private static final Map<String, String> PARTS =
            Resources.texts(
                    "opencl",
                    "shapes.h",
                    "workitems.cl",
                    "math.cl",
                    "integers.cl",
                    "common.cl",
                    "relational.cl",
                    "memory.cl",
                    "atomics.cl",
                    "conversions.cl",
                    "images.cl");

    private OpenClLibrary() {}

    /** Returns the libraries that an object may need, callers before callees. */
    static List<Path> files(Clang clang, String object) throws BuildFailedException {
        List<Path> files = new ArrayList<>();
        if (object.contains("convert_")) {
            files.add(
                    file(
                            clang,
                            "conversions",
                            "#include \"shapes.h\"\n#include \"conversions.cl\"\n"));
        }
        if (object.contains("ocl_image") || object.contains("__translate_sampler_initializer")) {
            files.add(file(clang, "images", "#include \"shapes.h\"\n#include \"images.cl\"\n"));
        }
        files.add(file(clang, "opencl", Resources.text("opencl/library.cl")));
        files.add(MathLibrary.file(clang));
        return files;
    }

    private static Path file(Clang clang, String name, String main) throws BuildFailedException {
        List<String> arguments = new ArrayList<>(OpenClCompiler.FRONT_END);
        arguments.addAll(List.of("-cl-std=CL1.2", "-x", "cl"));
        String source = name + "_all.cl";
        Invocation front =
                new Invocation(source, Map.of(source, main), PARTS, List.of(), arguments);
        return clang.library(name, front, () -> clang.output(toBitcode(clang, name, front)));
    }

    private static Invocation toBitcode(Clang clang, String name, Invocation front)
            throws BuildFailedException {
        String object = OpenClObject.of(clang.output(front).decoded()).text();
        String file = name + ".ll";
        return new Invocation(
                file,
                Map.of(file, object),
                Map.of(),
                List.of(),
                List.of(
                        "-emit-llvm-bc",
                        "-O3",
                        "-disable-llvm-passes",
                        "-target-cpu",
                        "sm_" + CudaOptions.ARCHITECTURE,
                        "-x",
                        "ir"));
    }
}
