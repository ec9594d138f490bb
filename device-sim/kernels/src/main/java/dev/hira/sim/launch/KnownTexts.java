package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The code of the texts that were loaded last, as many as there is room for. */
final class KnownTexts {
    private static final int MOST_TEXTS = 64;
    private static final int LONGEST_TEXT = 1 << 20;

    /** Heap for each character of a text that is kept: its code takes up to so many bytes. */
    private static final long BYTES_PER_CHARACTER = 16;

    /** By text, the one that was used longest ago first. */
    @GuardedBy("this")
    private final Map<String, ModuleCode> known = new LinkedHashMap<>(16, 0.75f, true);

    /** The length of all texts together at most, for which their code's size goes. */
    private final long mostCharacters;

    @GuardedBy("this")
    private long characters;

    /** Texts whose code takes a sixteenth of this process's heap. */
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

    /** How many there are. */
    synchronized int size() {
        return known.size();
    }
}
