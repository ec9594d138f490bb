package dev.hira.api.source;

import java.util.List;
import java.util.Map;

/** The outcome of a build: an image with warnings, or the compiler's errors. */
public sealed interface Build {
    /**
     * Returns the compiler's text, with the program's own file names, lines and columns. Empty when
     * the compiler had nothing to say.
     */
    String log();

    /**
     * A build that succeeded.
     *
     * @param text PTX of a build or a link; after {@link SourceCompiler#compile} an object for
     *     {@link SourceCompiler#link}
     * @param names the name in PTX of each of the program's {@linkplain SourceProgram#names name
     *     expressions}
     * @param kernels the kernels of OpenCL C, in the order of the source; empty for CUDA C++
     */
    record Built(String text, String log, Map<String, String> names, List<SourceKernel> kernels)
            implements Build {
        public Built {
            names = Map.copyOf(names);
            kernels = List.copyOf(kernels);
        }
    }

    /** A build that failed; the log says why. */
    record Failed(String log, Reason reason) implements Build {
        /** A build that failed because of the program or of a limit. */
        public Failed(String log) {
            this(log, Reason.PROGRAM);
        }

        /** What a build failed for. */
        public enum Reason {
            /** The source, its objects, or a limit that they exceed. */
            PROGRAM,
            /** An option that does not exist or is not allowed. */
            OPTIONS,
            /** The compiler itself, which is not there, or cannot be unpacked or started. */
            COMPILER,
            /** The owner, which has ended. */
            OWNER
        }
    }
}
