package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bounded cache of the code of recently loaded texts. */
final class KnownTexts {
    private static final int MOST_TEXTS = 64;
    private static final int LONGEST_TEXT = 1 << 20;

    /** Heap for each character of a cached text: its code takes up to this many bytes. */
    private static final long BYTES_PER_CHARACTER = 16;

    /** Code by text in access order; the least recently used text comes first. */
    @GuardedBy("this")
    private final Map<String, ModuleCode> known = new LinkedHashMap<>(16, 0.75f, true);

    /** The largest total length of all texts, which stands for the size of their code. */
    private final long mostCharacters;

    @GuardedBy("this")
    private long characters;

    /** Creates a cache that takes up to a sixteenth of this process's heap. */
    KnownTexts() {
        this(Runtime.getRuntime().maxMemory() / 16 / BYTES_PER_CHARACTER);
    }

    KnownTexts(long mostCharacters) {
        this.mostCharacters = mostCharacters;
    }

    synchronized @Nullable ModuleCode find(String text) {
        return known.get(text);
    }

    synchronized void keep(String text, ModuleCode code) {
        if (text.length() > Math.min(LONGEST_TEXT, mostCharacters)
                || known.putIfAbsent(text, code) != null) {
            return;
        }
        characters += text.length();
        Iterator<String> eldest = known.keySet().iterator();
        while (known.size() > MOST_TEXTS || characters > mostCharacters) {
            characters -= eldest.next().length();
            eldest.remove();
        }
    }

    /** Returns the number of texts. */
    synchronized int size() {
        return known.size();
    }
}
