package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.InstructionUse.Unsupported;
import java.util.List;
import java.util.stream.Collectors;

/** A kernel that cannot be made runnable. Carries no stack trace: it is the caller's fault. */
public final class LoweringException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_NAMED = 20;

    private final transient List<Unsupported> unsupported;

    private LoweringException(String message, List<Unsupported> unsupported) {
        super(message, null, false, false);
        this.unsupported = unsupported;
    }

    /** Names what this device does not have. */
    static LoweringException unsupported(String kernel, List<Unsupported> unsupported) {
        String list =
                unsupported.stream()
                        .limit(MOST_NAMED)
                        .map(use -> use.name() + " in " + use.function() + ", line " + use.line())
                        .collect(Collectors.joining("; "));
        String rest =
                unsupported.size() > MOST_NAMED
                        ? "; and " + (unsupported.size() - MOST_NAMED) + " more"
                        : "";
        return new LoweringException(
                "The kernel '"
                        + kernel
                        + "' needs what this device does not support: "
                        + list
                        + rest
                        + ".",
                List.copyOf(unsupported));
    }

    /** Says what is wrong with the text. */
    public static LoweringException wrong(String sentences) {
        return new LoweringException(sentences, List.of());
    }

    /**
     * What the kernel can reach and this device does not have, once for each name; empty when the
     * text itself is wrong.
     */
    public List<Unsupported> unsupported() {
        return unsupported;
    }
}
