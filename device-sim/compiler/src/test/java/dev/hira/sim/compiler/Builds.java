package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceProgram;
import dev.hira.sim.compiler.clang.CompilerLimits;
import dev.hira.sim.compiler.clang.CompilerSettings;
import java.nio.file.Path;

/** Builds by the compiler on the class path; the tests of a checkout share its unpacked files. */
final class Builds {
    static final Path CACHE = Path.of("target", "compiler-cache").toAbsolutePath();
    static final CompilerSettings SETTINGS =
            new CompilerSettings(null, CACHE, CompilerLimits.usual());
    private static final ClangCompiler COMPILER = new ClangCompiler(SETTINGS);

    private Builds() {}

    static Build build(SourceProgram program) {
        return COMPILER.build(program);
    }

    static Build.Built built(SourceProgram program) {
        Build build = build(program);
        assertThat(build).as(build.log()).isInstanceOf(Build.Built.class);
        return (Build.Built) build;
    }

    static String ptx(String cuda) {
        return built(SourceProgram.cuda(cuda)).text();
    }

    /** Returns the log of a build that fails. */
    static String errors(SourceProgram program) {
        Build build = build(program);
        assertThat(build).isInstanceOf(Build.Failed.class);
        return build.log();
    }

    static String errors(String cuda) {
        return errors(SourceProgram.cuda(cuda));
    }
}
