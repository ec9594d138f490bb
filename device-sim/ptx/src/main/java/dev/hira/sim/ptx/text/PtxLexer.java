package dev.hira.sim.ptx.text;

/** Cuts a part of a text into tokens, one at a time; {@link #next} moves to the following one. */
public final class PtxLexer {
    private static final String PAIRS = "== != <= >= && || << >>";

    private final String text;
    private int limit;
    private int position;
    private TokenKind kind = TokenKind.END;
    private int start;

    public PtxLexer(PtxSource source, int from, int to) {
        this.text = source.text();
        this.position = from;
        this.limit = to;
        next();
    }

    /** Makes the text up to this offset readable; {@link #next} then moves to its first token. */
    public void open(int to) {
        limit = to;
    }

    /** Skips the rest of the text. */
    public void finish() {
        position = limit;
        start = limit;
        kind = TokenKind.END;
    }

    public TokenKind kind() {
        return kind;
    }

    /** Offset at which the token starts. */
    public int offset() {
        return start;
    }

    /** Offset at which the token ends. */
    public int end() {
        return position;
    }

    public String token() {
        return text.substring(start, position);
    }

    /** Describes the token for an error message. */
    public String described() {
        return kind == TokenKind.END ? "the end" : "'" + shortened(token()) + "'";
    }

    private static String shortened(String token) {
        return token.length() <= 60 ? token : token.substring(0, 60) + "…";
    }

    public boolean is(char mark) {
        return kind == TokenKind.MARK && position - start == 1 && text.charAt(start) == mark;
    }

    public boolean is(String token) {
        return position - start == token.length() && text.startsWith(token, start);
    }

    /** Returns whether the token ends the operand before it, as most marks in a body do. */
    public boolean endsOperand() {
        return is(',') || is(';') || is(']') || is('}') || is(')');
    }

    public boolean accept(char mark) {
        boolean is = is(mark);
        if (is) {
            next();
        }
        return is;
    }

    public boolean accept(String token) {
        boolean is = is(token);
        if (is) {
            next();
        }
        return is;
    }

    public void expect(char mark) {
        if (!accept(mark)) {
            throw fault("Expected '" + mark + "' but found " + described() + ".");
        }
    }

    public String word(String what) {
        if (kind != TokenKind.WORD) {
            throw fault("Expected " + what + " but found " + described() + ".");
        }
        String word = token();
        next();
        return word;
    }

    public SyntaxFault fault(String sentence) {
        return new SyntaxFault(start, sentence);
    }

    /** Returns to the token that started at this offset. */
    public void back(int offset) {
        jump(offset);
    }

    /** Continues at another offset. */
    public void jump(int offset) {
        position = offset;
        next();
    }

    public void next() {
        position = Blanks.skip(text, position, limit);
        start = position;
        if (position >= limit) {
            kind = TokenKind.END;
            return;
        }
        char first = text.charAt(position);
        if (startsWord(first)) {
            kind = TokenKind.WORD;
            endOfWord();
        } else if (isDigit(first)) {
            number();
        } else if (first == '.' && isWordPart(at(1))) {
            kind = TokenKind.DOTTED;
            position++;
            endOfDotted();
        } else if (first == '"') {
            kind = TokenKind.STRING;
            endOfString();
        } else {
            kind = TokenKind.MARK;
            position += isPair(first) ? 2 : 1;
        }
    }

    private boolean isPair(char first) {
        char second = at(1);
        if (second != '=' && second != first) {
            return false;
        }
        for (int i = 0; i < PAIRS.length(); i += 3) {
            if (PAIRS.charAt(i) == first && PAIRS.charAt(i + 1) == second) {
                return true;
            }
        }
        return false;
    }

    private boolean startsWord(char first) {
        return first == '%' ? isWordPart(at(1)) : isWordPart(first) && !isDigit(first);
    }

    private char at(int ahead) {
        return position + ahead < limit ? text.charAt(position + ahead) : ' ';
    }

    private void endOfWord() {
        position++;
        while (position < limit && isWordPart(text.charAt(position))) {
            position++;
        }
    }

    private void endOfDotted() {
        while (isWordPart(at(0)) || (at(0) == ':' && at(1) == ':' && isWordPart(at(2)))) {
            position += at(0) == ':' ? 2 : 1;
        }
    }

    private void endOfString() {
        position++;
        while (position < limit && text.charAt(position) != '"') {
            position += text.charAt(position) == '\\' && position + 1 < limit ? 2 : 1;
        }
        if (position >= limit) {
            position = limit;
            throw fault("The text in quotes has no end.");
        }
        position++;
    }

    private void number() {
        kind = TokenKind.INTEGER;
        char mark = at(0) == '0' ? Character.toLowerCase(at(1)) : ' ';
        if (mark == 'f' || mark == 'd') {
            kind = TokenKind.FLOAT;
            endOfWord();
        } else if (mark == 'x' || mark == 'b') {
            endOfWord();
        } else {
            decimal();
        }
    }

    private void decimal() {
        digits();
        if (at(0) == '.' && !startsWord(at(1)) && at(1) != '.') {
            kind = TokenKind.FLOAT;
            position++;
            digits();
        }
        if (at(0) == 'e' || at(0) == 'E') {
            kind = TokenKind.FLOAT;
            position += at(1) == '+' || at(1) == '-' ? 2 : 1;
            digits();
        }
        while (at(0) == 'U' || at(0) == 'u') {
            position++;
        }
    }

    private void digits() {
        while (isDigit(at(0))) {
            position++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    public static boolean isWordPart(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || isDigit(c)
                || c == '_'
                || c == '$';
    }
}
