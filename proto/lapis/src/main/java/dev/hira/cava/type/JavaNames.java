package dev.hira.cava.type;

import java.util.Locale;
import javax.lang.model.SourceVersion;

/** Converts names of descriptions to names of Java. */
public final class JavaNames {
    private JavaNames() {}

    /** Returns the name, with an underscore appended when Java reserves it. */
    public static String safe(String name) {
        return SourceVersion.isKeyword(name) ? name + "_" : name;
    }

    /** Returns the name with a capital. */
    public static String capitalized(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Returns the name as a constant: {@code cuMemAlloc} becomes {@code CU_MEM_ALLOC}. */
    public static String constant(String name) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            if (startsWord(name, i)) {
                out.append('_');
            }
            out.append(name.charAt(i));
        }
        return out.toString().toUpperCase(Locale.ROOT);
    }

    private static boolean startsWord(String name, int i) {
        if (i == 0 || !Character.isUpperCase(name.charAt(i)) || name.charAt(i - 1) == '_') {
            return false;
        }
        boolean nextIsLower = i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
        return nextIsLower || !Character.isUpperCase(name.charAt(i - 1));
    }
}
