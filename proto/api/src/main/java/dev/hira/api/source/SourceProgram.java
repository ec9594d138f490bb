package dev.hira.api.source;

import java.util.List;
import java.util.Map;

/**
 * One translation unit and how to compile it.
 *
 * @param file the name of the source in error messages, for example {@code saxpy.cu}
 * @param text the source
 * @param headers texts by the names that {@code #include} finds them under; the source can include
 *     these and the compiler's own headers, but no file of the host
 * @param options options of the language's compiler, for example {@code -DN=3} and {@code
 *     -cl-fast-relaxed-math}; an option that the compiler does not allow fails the build
 * @param names expressions of CUDA C++ such as {@code scale<float>}: each instantiates a kernel or
 *     names a variable, and {@link Build.Built#names} says what it is called in PTX
 */
public record SourceProgram(
        SourceLanguage language,
        String file,
        String text,
        Map<String, String> headers,
        List<String> options,
        List<String> names) {
    public SourceProgram {
        headers = Map.copyOf(headers);
        options = List.copyOf(options);
        names = List.copyOf(names);
    }

    /** Returns a program of CUDA C++ with neither headers nor options. */
    public static SourceProgram cuda(String text) {
        return new SourceProgram(
                SourceLanguage.CUDA_CPP, "kernel.cu", text, Map.of(), List.of(), List.of());
    }

    /** Returns a program of OpenCL C with neither headers nor options. */
    public static SourceProgram openCl(String text) {
        return new SourceProgram(
                SourceLanguage.OPENCL_C, "program.cl", text, Map.of(), List.of(), List.of());
    }

    public SourceProgram withFile(String name) {
        return new SourceProgram(language, name, text, headers, options, names);
    }

    public SourceProgram withHeaders(Map<String, String> all) {
        return new SourceProgram(language, file, text, all, options, names);
    }

    public SourceProgram withOptions(List<String> all) {
        return new SourceProgram(language, file, text, headers, all, names);
    }

    public SourceProgram withOptions(String... all) {
        return withOptions(List.of(all));
    }

    public SourceProgram withNames(List<String> all) {
        return new SourceProgram(language, file, text, headers, options, all);
    }
}
