package dev.hira.cli;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.InputFile;
import dev.hira.cli.client.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compiles a file of CUDA C++ or OpenCL C to PTX. */
@Command(
        name = "compile",
        description = {
            "Compile a file of CUDA C++ (.cu) or OpenCL C (.cl) to PTX, as programs and servers do.",
            "Errors and warnings go to the error output. docs/sources.md lists the options."
        },
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira compile saxpy.cu --file saxpy.ptx",
            "  hira compile blur.cl --header weights.h --option=-DRADIUS=4 --option=-cl-mad-enable"
        })
final class CompileCommand implements Callable<Integer> {
    @Spec CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "SOURCE", description = "The source: NAME.cu or NAME.cl.")
    Path source = Path.of("");

    @Option(
            names = "--option",
            paramLabel = "OPTION",
            description = "An option for the compiler, such as -DN=3; may be repeated.")
    List<String> options = List.of();

    @Option(
            names = "--header",
            paramLabel = "HEADER",
            description = "A file that the source includes by its name; may be repeated.")
    List<Path> headers = List.of();

    @Option(
            names = "--file",
            paramLabel = "FILE",
            description = "Where the PTX goes; by default the standard output.")
    @Nullable Path file;

    private final Supplier<Optional<SourceCompiler>> compilers;

    CompileCommand() {
        this(SourceCompiler::find);
    }

    CompileCommand(Supplier<Optional<SourceCompiler>> compilers) {
        this.compilers = compilers;
    }

    @Override
    public Integer call() throws IOException {
        SourceProgram program = program();
        SourceCompiler compiler =
                compilers
                        .get()
                        .orElseThrow(() -> new IllegalStateException(SourceCompiler.MISSING));
        Build build = compiler.build(program);
        PrintWriter errors = spec.commandLine().getErr();
        errors.print(build.log());
        if (!build.log().isEmpty() && !build.log().endsWith("\n")) {
            errors.println();
        }
        errors.flush();
        return switch (build) {
            case Build.Built built -> {
                write(built.text());
                yield 0;
            }
            case Build.Failed _ -> 1;
        };
    }

    private SourceProgram program() throws IOException {
        String name = fileName(source);
        Map<String, String> texts = new LinkedHashMap<>();
        for (Path header : headers) {
            texts.put(fileName(header), text(header));
        }
        return new SourceProgram(language(name), name, text(source), texts, options, List.of());
    }

    private static String fileName(Path path) {
        Path name = path.getFileName();
        return name == null ? "" : name.toString();
    }

    private static SourceLanguage language(String name) {
        if (name.endsWith(".cu")) {
            return SourceLanguage.CUDA_CPP;
        }
        if (name.endsWith(".cl")) {
            return SourceLanguage.OPENCL_C;
        }
        throw new UsageException(
                "'" + name + "' ends neither in .cu (CUDA C++) nor in .cl (OpenCL C)");
    }

    private static String text(Path path) throws IOException {
        return InputFile.text(path);
    }

    private void write(String ptx) throws IOException {
        if (file != null) {
            Files.writeString(file, ptx);
        } else {
            PrintWriter out = spec.commandLine().getOut();
            out.print(ptx);
            out.flush();
        }
    }
}
