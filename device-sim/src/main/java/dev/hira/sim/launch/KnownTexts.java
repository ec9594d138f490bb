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

    /** The length of all texts together, for which their code's size goes. */
    private static final long MOST_CHARACTERS = 16 << 20;

    /** By text, the one that was used longest ago first. */
    @GuardedBy("this")
    private final Map<String, ModuleCode> known = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("this")
    private long characters;

    synchronized @Nullable ModuleCode find(String text) {
        return known.get(text);
    }

    synchronized void keep(String text, ModuleCode code) {
        if (text.length() > LONGEST_TEXT || known.putIfAbsent(text, code) != null) {
            return;
        }
        characters += text.length();
        Iterator<String> eldest = known.keySet().iterator();
        while (known.size() > MOST_TEXTS || characters > MOST_CHARACTERS) {
            characters -= eldest.next().length();
            eldest.remove();
        }
    }

    /** How many there are. */
    synchronized int size() {
        return known.size();
    }
}
