package dev.hira.sim.compiler;

import dev.hira.api.source.Build;
import dev.hira.api.source.Build.Failed.Reason;
import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.BuildCache;
import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.Clang;
import dev.hira.sim.compiler.clang.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles OpenCL C in two runs: the front end gives an object, from which PTX is made together
 * with the built-in functions. A build is a compilation and a link of one object.
 */
final class OpenClCompiler {
    /** Arguments of every run of the front end. */
    static final List<String> FRONT_END =
            List.of(
                    "-emit-llvm",
                    "-O3",
                    "-disable-llvm-passes",
                    "-ffp-contract=on",
                    "-cl-kernel-arg-info",
                    "-finclude-default-header",
                    "-fdeclare-opencl-builtins",
                    "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,"
                            + "+cl_khr_3d_image_writes,+__opencl_c_images,+__opencl_c_3d_image_writes",
                    "-target-cpu",
                    "sm_" + CudaOptions.ARCHITECTURE);

    private static final String OBJECT = "object.ll";
    private static final Pattern CALLED =
            Pattern.compile("\\.extern \\.func\\s+(?:\\([^)]*\\)\\s*)?([\\w$]+)");
    private static final Pattern PRINTF = Pattern.compile("(?<=[\\s)])printf(?=\\s*[,(\n])");
    private static final Pattern MANGLED = Pattern.compile("_Z(\\d+)(\\w+)");

    /** Functions that the device itself has. */
    private static final Set<String> DEVICE = Set.of("vprintf");

    private final Clang clang;

    OpenClCompiler(Clang clang) {
        this.clang = clang;
    }

    Build.Built build(SourceProgram program) throws BuildFailedException {
        if (OpenClOptions.read(program.options()).isLibrary()) {
            throw new BuildFailedException(
                    Reason.OPTIONS,
                    "error: a build makes a program, and "
                            + OpenClOptions.CREATE_LIBRARY
                            + " asks for a library; compile and link instead");
        }
        Build.Built object = compile(program);
        Build.Built linked = link(List.of(object.text()), program.options());
        return new Build.Built(
                linked.text(), object.log() + linked.log(), Map.of(), linked.kernels());
    }

    Build.Built compile(SourceProgram program) throws BuildFailedException {
        List<String> arguments = new ArrayList<>(FRONT_END);
        arguments.addAll(List.of(SourceLines.OPTION, "-cl-std=CL1.2"));
        arguments.addAll(OpenClOptions.read(program.options()).compile());
        arguments.addAll(List.of("-x", "cl"));
        BuildCache.Output output =
                clang.output(
                        new Invocation(
                                program.file(),
                                Invocation.sources(program, program.text()),
                                Map.of(),
                                List.of(),
                                arguments));
        String object = OpenClObject.of(output.decoded()).text();
        return new Build.Built(object, output.log(), Map.of(), new KernelFacts(object).kernels());
    }

    Build.Built link(List<String> objects, List<String> options) throws BuildFailedException {
        OpenClOptions how = OpenClOptions.read(options);
        if (objects.isEmpty()) {
            throw new BuildFailedException("error: there is no object to link");
        }
        String object = objects.size() == 1 ? objects.getFirst() : clang.linked(objects).decoded();
        List<SourceKernel> kernels = new KernelFacts(object).kernels();
        if (how.isLibrary()) {
            return new Build.Built(object, "", Map.of(), kernels);
        }
        BuildCache.Output output = clang.output(generation(KernelBodies.rewrite(object), how));
        String ptx = SourceLines.tidy(output.decoded());
        ptx = PRINTF.matcher(ptx).replaceAll("vprintf");
        requireDefined(ptx);
        ptx = RequiredSizes.declare(ptx, kernels);
        return new Build.Built(ptx, output.log(), Map.of(), kernels);
    }

    private Invocation generation(String object, OpenClOptions how) throws BuildFailedException {
        List<String> arguments = new ArrayList<>(List.of("-S"));
        arguments.addAll(how.generate());
        arguments.addAll(
                List.of(
                        "-ffp-contract=on",
                        "-mllvm",
                        "--nvptx-lower-global-ctor-dtor",
                        "-target-cpu",
                        "sm_" + CudaOptions.ARCHITECTURE,
                        "-x",
                        "ir"));
        return new Invocation(
                OBJECT,
                Map.of(OBJECT, object),
                Map.of(),
                OpenClLibrary.files(clang, object),
                arguments);
    }

    /** Refuses PTX that calls functions that neither the program nor the library defines. */
    private static void requireDefined(String ptx) throws BuildFailedException {
        Set<String> missing = new TreeSet<>();
        Matcher called = CALLED.matcher(ptx);
        while (called.find()) {
            if (!DEVICE.contains(called.group(1))) {
                missing.add(readable(called.group(1)));
            }
        }
        if (!missing.isEmpty()) {
            throw new BuildFailedException(
                    "error: the program calls functions that it does not define and that this device"
                            + " does not have: "
                            + String.join(", ", missing));
        }
    }

    private static String readable(String symbol) {
        Matcher mangled = MANGLED.matcher(symbol);
        if (!mangled.matches()) {
            return symbol;
        }
        int length = Math.min(Integer.parseInt(mangled.group(1)), mangled.group(2).length());
        return mangled.group(2).substring(0, length);
    }
}
