package dev.hira.sim.ptx.text;

/** Ends the parsing of one statement; the parser reports it and continues with the next. */
public final class SyntaxFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final String sentence;

    public SyntaxFault(int offset, String sentence) {
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
