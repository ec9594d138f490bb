package dev.hira.sim.lower.build;

import dev.hira.sim.ptx.InstructionUse.Unsupported;
import java.util.List;
import java.util.stream.Collectors;

/** Reports a kernel that cannot be made runnable. It has no stack trace: the caller is at fault. */
public final class LoweringException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MOST_NAMED = 20;

    private final transient List<Unsupported> unsupported;

    private LoweringException(String message, List<Unsupported> unsupported) {
        super(message, null, false, false);
        this.unsupported = unsupported;
    }

    /** Creates an exception that names the features that this device lacks. */
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
                        + "' needs features that this device does not support: "
                        + list
                        + rest
                        + ".",
                List.copyOf(unsupported));
    }

    /** Creates an exception that describes errors of the text. */
    public static LoweringException wrong(String sentences) {
        return new LoweringException(sentences, List.of());
    }

    /**
     * The features that the kernel can reach and this device lacks, once for each name; empty when
     * the text itself is wrong.
     */
    public List<Unsupported> unsupported() {
        return unsupported;
    }
}
