package dev.hira.sim.ptx.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The errors of a text while it is read; after {@link #MOST} of them reading ends. */
public final class Diagnostics {
    static final int MOST = 20;

    private final PtxSource source;
    private final List<PtxError> errors = new ArrayList<>();

    public Diagnostics(PtxSource source) {
        this.source = source;
    }

    public void report(int offset, String message) {
        errors.add(source.error(offset, message));
        if (errors.size() >= MOST) {
            throw failure();
        }
    }

    /** Ends reading with an error after which the rest does not matter. */
    public void stop(int offset, String message) {
        errors.add(source.error(offset, message));
        throw failure();
    }

    public void report(SyntaxFault fault) {
        report(fault.offset(), fault.sentence());
    }

    /** Ends reading when there was an error. */
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
