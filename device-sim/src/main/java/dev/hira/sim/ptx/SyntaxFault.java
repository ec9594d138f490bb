package dev.hira.sim.ptx;

/** Ends the reading of one statement; the reader reports it and goes on with the next. */
final class SyntaxFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final String sentence;

    SyntaxFault(int offset, String sentence) {
        super(sentence, null, false, false);
        this.offset = offset;
        this.sentence = sentence;
    }

    int offset() {
        return offset;
    }

    String sentence() {
        return sentence;
    }
}
