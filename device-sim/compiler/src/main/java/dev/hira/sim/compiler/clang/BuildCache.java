package dev.hira.sim.compiler.clang;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Outputs of the compiler by the digest of everything that they depend on: the recent ones in
 * memory, more in files. Only outputs of runs that succeeded are kept.
 */
public final class BuildCache {
    private static final long MOST_CHARS = 16L << 20;

    private final ResultFiles files;
    private final RecentResults<Output> recent = new RecentResults<>(MOST_CHARS, Output::chars);

    /**
     * The output of a run that succeeded.
     *
     * @param text the PTX, the object or the bitcode; each byte is a character
     * @param log the warnings
     */
    public record Output(String text, String log) {
        /** Returns the text of an output that is not bitcode. */
        public String decoded() {
            return new String(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        }

        int chars() {
            return text.length() + log.length();
        }
    }

    BuildCache(ResultFiles files) {
        this.files = files;
    }

    Optional<Output> get(String key) {
        Optional<Output> known = recent.get(key);
        if (known.isPresent()) {
            return known;
        }
        Optional<Output> stored = files.read(key);
        stored.ifPresent(output -> recent.put(key, output));
        return stored;
    }

    void put(String key, Output output) {
        recent.put(key, output);
        files.write(key, output);
    }
}
