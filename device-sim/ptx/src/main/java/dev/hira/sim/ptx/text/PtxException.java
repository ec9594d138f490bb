package dev.hira.sim.ptx.text;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports a text that is not valid PTX. It has no stack trace: the text is at fault, not the
 * program.
 */
public final class PtxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<PtxError> errors;

    PtxException(List<PtxError> errors) {
        super(
                errors.stream().map(PtxError::toString).collect(Collectors.joining("\n")),
                null,
                false,
                false);
        this.errors = List.copyOf(errors);
    }

    /** The errors in the order of the text; at least one. */
    public List<PtxError> errors() {
        return errors;
    }
}
