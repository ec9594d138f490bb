package dev.hira.sim.compiler.clang;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** Results in memory: those used last, up to a number of characters. */
public final class RecentResults<K, V> {
    private final Map<K, V> recent = new LinkedHashMap<>(16, 0.75f, true);
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

    public synchronized Optional<V> get(K key) {
        return Optional.ofNullable(recent.get(key));
    }

    public synchronized void put(K key, V result) {
        int added = size.applyAsInt(result);
        if (added > most || recent.putIfAbsent(key, result) != null) {
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
