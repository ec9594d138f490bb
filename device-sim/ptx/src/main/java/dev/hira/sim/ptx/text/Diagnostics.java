package dev.hira.sim.ptx.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the errors of a text during parsing; parsing ends after {@link #MOST_ERRORS} errors. */
public final class Diagnostics {
    static final int MOST_ERRORS = 20;

    private final PtxSource source;
    private final List<PtxError> errors = new ArrayList<>();

    public Diagnostics(PtxSource source) {
        this.source = source;
    }

    public void report(int offset, String message) {
        errors.add(source.error(offset, message));
        if (errors.size() >= MOST_ERRORS) {
            throw failure();
        }
    }

    /** Ends parsing with a fatal error. */
    public void stop(int offset, String message) {
        errors.add(source.error(offset, message));
        throw failure();
    }

    public void report(SyntaxFault fault) {
        report(fault.offset(), fault.sentence());
    }

    /** Ends parsing when there was an error. */
    public void throwIfAny() {
        if (!errors.isEmpty()) {
            throw failure();
        }
    }

    private PtxException failure() {
        errors.sort(Comparator.comparingInt(PtxError::line).thenComparingInt(PtxError::column));
        return new PtxException(errors);
    }
}
