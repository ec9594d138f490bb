package dev.hira.sim.compiler;

import dev.hira.api.OwnedWaits;
import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceLanguage;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.BuildFailedException;
import dev.hira.sim.compiler.clang.Clang;
import dev.hira.sim.compiler.clang.CompilerSettings;
import dev.hira.sim.compiler.clang.Digests;
import dev.hira.sim.compiler.clang.RecentResults;
import dev.hira.sim.compiler.clang.Toolchain;
import dev.hira.sim.compiler.clang.ToolchainJar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compiles kernels by the clang of {@code org.bytedeco:llvm}, each run in a process of its own. The
 * first build unpacks it.
 */
public final class ClangCompiler implements SourceCompiler {
    private static final long MOST_CHARS = 16L << 20;

    /** The memory of a fact's objects, in characters. */
    private static final int FACT_CHARS = 128;

    private final CompilerSettings settings;
    private final CudaCompiler cuda;
    private final OpenClCompiler openCl;

    /** Whole builds, because to ask for the same again should cost less than to copy its PTX. */
    private final RecentResults<Build.Built> builds =
            new RecentResults<>(MOST_CHARS, ClangCompiler::chars);

    /**
     * A compiler with the settings of this process's environment; the service loader calls this.
     */
    public ClangCompiler() {
        this(CompilerSettings.of(System.getenv()));
    }

    public ClangCompiler(CompilerSettings settings) {
        this.settings = settings;
        Clang clang = new Clang(settings, Clock.systemUTC());
        this.cuda = new CudaCompiler(clang);
        this.openCl = new OpenClCompiler(clang);
    }

    /**
     * Unpacks the parts of clang's jar that builds need to a folder, which {@link
     * CompilerSettings#JAR_VARIABLE} can name in place of the jar.
     */
    public static void unpack(Path jar, Path folder) throws IOException {
        Toolchain.unpack(new ToolchainJar(jar), folder);
    }

    /** What a language's compiler does for one request. */
    private interface Request {
        Build.Built answer() throws BuildFailedException;
    }

    @Override
    public Build build(SourceProgram program) {
        return answer(() -> {
            ProgramChecks.require(program, settings.limits());
            String digest = digest(program);
            Optional<Build.Built> known = builds.get(digest);
            return known.isPresent() ? known.get() : buildAndKeep(digest, program);
        });
    }

    private Build.Built buildAndKeep(String digest, SourceProgram program)
            throws BuildFailedException {
        Build.Built built =
                switch (program.language()) {
                    case CUDA_CPP -> cuda.build(program);
                    case OPENCL_C -> openCl.build(program);
                };
        builds.put(digest, built);
        return built;
    }

    /** Returns the digest of everything that a build depends on. */
    private static String digest(SourceProgram program) {
        List<String> parts = new ArrayList<>();
        parts.add(program.language().name());
        parts.add(program.file());
        parts.add(program.text());
        new TreeMap<>(program.headers()).forEach((name, text) -> parts.addAll(List.of(name, text)));
        for (List<String> list : List.of(program.options(), program.names())) {
            parts.addAll(list);
            parts.add(Integer.toString(list.size()));
        }
        return Digests.sha256(parts.toArray(String[]::new));
    }

    /** Returns the characters that a build keeps in memory, with those of its kernels' facts. */
    private static int chars(Build.Built built) {
        long chars = built.text().length() + (long) built.log().length();
        for (Map.Entry<String, String> name : built.names().entrySet()) {
            chars += name.getKey().length() + name.getValue().length() + FACT_CHARS;
        }
        for (SourceKernel kernel : built.kernels()) {
            chars += kernel.name().length() + kernel.attributes().length() + FACT_CHARS;
            for (SourceKernel.Parameter parameter : kernel.parameters()) {
                chars += parameter.name().length() + parameter.type().length() + FACT_CHARS;
            }
        }
        return (int) Math.min(chars, Integer.MAX_VALUE);
    }

    @Override
    public Build compile(SourceProgram program) {
        return answer(() -> {
            ProgramChecks.require(program, settings.limits());
            return switch (program.language()) {
                case CUDA_CPP -> throw noObjects();
                case OPENCL_C -> openCl.compile(program);
            };
        });
    }

    @Override
    public Build link(SourceLanguage language, List<String> objects, List<String> options) {
        return answer(() ->
                switch (language) {
                    case CUDA_CPP -> throw noObjects();
                    case OPENCL_C -> openCl.link(objects, options);
                });
    }

    private static BuildFailedException noObjects() {
        return new BuildFailedException(
                "error: CUDA C++ is compiled in one piece; give all of it to one build");
    }

    private static Build answer(Request request) {
        try {
            return OwnedWaits.keepInterrupts(request::answer);
        } catch (BuildFailedException e) {
            return new Build.Failed(String.valueOf(e.getMessage()), e.reason());
        }
    }

    @Override
    public String version() {
        return "clang 20.1.7";
    }
}
