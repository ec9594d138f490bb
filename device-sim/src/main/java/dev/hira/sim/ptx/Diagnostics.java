package dev.hira.sim.ptx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The errors of a text while it is read; after {@link #MOST} of them reading ends. */
final class Diagnostics {
    static final int MOST = 20;

    private final PtxSource source;
    private final List<PtxError> errors = new ArrayList<>();

    Diagnostics(PtxSource source) {
        this.source = source;
    }

    void report(int offset, String message) {
        errors.add(source.error(offset, message));
        if (errors.size() >= MOST) {
            throw failure();
        }
    }

    /** Ends reading with an error after which the rest does not matter. */
    void stop(int offset, String message) {
        errors.add(source.error(offset, message));
        throw failure();
    }

    void report(SyntaxFault fault) {
        report(fault.offset(), fault.sentence());
    }

    /** Ends reading when there was an error. */
    void throwIfAny() {
        if (!errors.isEmpty()) {
            throw failure();
        }
    }

    private PtxException failure() {
        errors.sort(Comparator.comparingInt(PtxError::line).thenComparingInt(PtxError::column));
        return new PtxException(errors);
    }
}
