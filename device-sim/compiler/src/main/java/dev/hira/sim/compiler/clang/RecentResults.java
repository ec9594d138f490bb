package dev.hira.sim.compiler.clang;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Results in memory by the digests of what they depend on: those used last, up to a number of
 * characters. Digests are the only keys, because whatever a key refers to is kept as well.
 */
public final class RecentResults<V> {
    private final Map<String, V> recent = new LinkedHashMap<>(16, 0.75f, true);
    private final ToIntFunction<V> size;
    private final long most;
    private long chars;

    /**
     * Results up to a total size.
     *
     * @param size gives the characters of a result
     */
    public RecentResults(long most, ToIntFunction<V> size) {
        this.most = most;
        this.size = size;
    }

    public synchronized Optional<V> get(String digest) {
        return Optional.ofNullable(recent.get(digest));
    }

    public synchronized void put(String digest, V result) {
        int added = size.applyAsInt(result);
        if (added > most || recent.putIfAbsent(digest, result) != null) {
            return;
        }
        chars += added;
        var oldest = recent.values().iterator();
        while (chars > most) {
            chars -= size.applyAsInt(oldest.next());
            oldest.remove();
        }
    }
}
