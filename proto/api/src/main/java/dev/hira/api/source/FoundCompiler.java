package dev.hira.api.source;

import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The compiler that the service loader found: one for the process, because it keeps results. */
final class FoundCompiler {
    private static @Nullable SourceCompiler found;

    private FoundCompiler() {}

    static synchronized Optional<SourceCompiler> get() {
        SourceCompiler known = found;
        if (known == null) {
            // Not that of the thread: the JVM may be one of a program whose class path is not ours.
            ClassLoader own = FoundCompiler.class.getClassLoader();
            known = ServiceLoader.load(SourceCompiler.class, own).findFirst().orElse(null);
            found = known;
        }
        return Optional.ofNullable(known);
    }
}
