package dev.hira.sim.compiler.clang;

import dev.hira.base.OwnUser;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the compiler comes from and where it keeps its files.
 *
 * @param jar the jar of {@code org.bytedeco:llvm} with the classifier of this platform, or a folder
 *     into which it was unpacked; null for the jar on the class path
 * @param cache the folder of the unpacked compiler and of results; made with mode 0700
 */
public record CompilerSettings(@Nullable Path jar, Path cache, CompilerLimits limits) {
    /** Names the compiler's jar, or a folder with its parts, where it is not on the class path. */
    public static final String JAR_VARIABLE = "HIRA_COMPILER";

    /** Names the cache folder. */
    public static final String CACHE_VARIABLE = "HIRA_COMPILER_CACHE";

    /** Names the limits of one run of the compiler; see {@link CompilerLimits#read}. */
    public static final String LIMITS_VARIABLE = "HIRA_COMPILER_LIMITS";

    /**
     * Returns the settings that the environment variables of a process say.
     *
     * @throws IllegalArgumentException when the limits cannot be read
     */
    public static CompilerSettings of(Map<String, String> environment) {
        String jar = environment.getOrDefault(JAR_VARIABLE, "");
        return new CompilerSettings(
                jar.isEmpty() ? null : Path.of(jar).toAbsolutePath(),
                cache(environment).toAbsolutePath(),
                CompilerLimits.read(environment.getOrDefault(LIMITS_VARIABLE, "")));
    }

    private static Path cache(Map<String, String> environment) {
        String named = environment.getOrDefault(CACHE_VARIABLE, "");
        if (!named.isEmpty()) {
            return Path.of(named);
        }
        return OwnUser.caches(environment).resolve("hira").resolve("compiler");
    }

    /** Returns these settings with other limits. */
    public CompilerSettings withLimits(CompilerLimits other) {
        return new CompilerSettings(jar, cache, other);
    }
}
