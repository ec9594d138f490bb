package dev.hira.sim.ptx.text;

import java.util.List;
import java.util.stream.Collectors;

/** A text that is not valid PTX. Carries no stack trace: it is the text's fault. */
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

    /** What is wrong, in the order of the text; at least one. */
    public List<PtxError> errors() {
        return errors;
    }
}
