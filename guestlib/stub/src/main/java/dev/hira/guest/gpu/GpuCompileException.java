package dev.hira.guest.gpu;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceCompiler;
import dev.hira.api.source.SourceProgram;
import java.io.Serial;

/** A program that could not be compiled. */
public final class GpuCompileException extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    private final String log;

    private GpuCompileException(String message, String log) {
        super(message);
        this.log = log;
    }

    /** Returns the compiler's text, with lines and columns; empty if no compiler was found. */
    public String log() {
        return log;
    }

    /** Compiles a program by the compiler on the class path. */
    static Build.Built requireBuilt(SourceProgram program) {
        SourceCompiler compiler =
                SourceCompiler.find()
                        .orElseThrow(() -> new GpuCompileException(SourceCompiler.MISSING, ""));
        return switch (compiler.build(program)) {
            case Build.Built built -> built;
            case Build.Failed failed ->
                    throw new GpuCompileException(
                            program.file() + " does not compile:\n" + failed.log(), failed.log());
        };
    }
}
