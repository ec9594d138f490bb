package dev.hira.cava.type;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A type of object that guests name.
 *
 * @param tag its number: its place in the description, from 1
 * @param parent the name of the type that owns it
 * @param parentFrom the function that reports the calling lane's parent
 * @param counted whether objects live while their count is not 0 or other objects need them
 * @param invalid the error for an unknown name
 * @param read the function that reads an object's content, for explicit state
 * @param write the function that writes it
 */
public record HandleKind(
        String name,
        int tag,
        @Nullable String parent,
        @Nullable String parentFrom,
        boolean address,
        long alignment,
        List<Long> predefined,
        boolean counted,
        @Nullable String invalid,
        @Nullable String read,
        @Nullable String write) {

    /** Returns the name as a Java constant. */
    public String constant() {
        return JavaNames.constant(name);
    }
}
