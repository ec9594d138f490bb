package dev.hira.api.source;

import java.util.List;
import java.util.Optional;

/**
 * A compiler of kernels: source in, PTX out. Its calls block until the compiler is through and may
 * come from several threads at once. They throw nothing because of a program: errors in the source,
 * options that are not allowed, exceeded limits and a compiler that does not start are {@link
 * Build.Failed}.
 */
public interface SourceCompiler {
    /** Says what to do when {@link #find} finds no compiler. */
    String MISSING =
            "no compiler for kernels in source is on the class path: add all jars that './hira"
                    + " guest-jar --compiler FOLDER' copies, or the artifact"
                    + " dev.hira:hira-sim-compiler with org.bytedeco:llvm; for an API server, run the"
                    + " image hira-api-server-compiler in place of hira-api-server; or load PTX"
                    + " instead";

    /** Returns the compiler on the class path, the same for every caller in the process. */
    static Optional<SourceCompiler> find() {
        return FoundCompiler.get();
    }

    /** Compiles and links one program, to PTX. */
    Build build(SourceProgram program);

    /** Compiles one program to an object, which may lack functions that other objects define. */
    Build compile(SourceProgram program);

    /**
     * Links objects of one language to PTX, or to an object when {@code options} contains {@code
     * -create-library}.
     *
     * @param objects texts of {@link #compile} or of libraries
     * @param options of {@code clLinkProgram}
     */
    Build link(SourceLanguage language, List<String> objects, List<String> options);

    /** Returns the compiler's name and version, for programs that ask for it. */
    String version();
}
