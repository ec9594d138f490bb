package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.TokenKind;

/** Parses numbers. */
final class Literals {
    private Literals() {}

    static Constant number(PtxLexer lexer) {
        String token = lexer.token();
        try {
            return lexer.kind() == TokenKind.FLOAT ? real(token) : whole(token);
        } catch (NumberFormatException malformed) {
            throw lexer.fault("The number " + lexer.described() + " is malformed or too large.");
        }
    }

    private static Constant real(String token) {
        char mark = token.length() > 1 ? Character.toLowerCase(token.charAt(1)) : ' ';
        if (mark == 'f') {
            return new Constant.SingleBits((int) bits(token, 8));
        }
        if (mark == 'd') {
            return new Constant.Real(Double.longBitsToDouble(bits(token, 16)));
        }
        return new Constant.Real(Double.parseDouble(token));
    }

    private static long bits(String token, int digits) {
        if (token.length() != digits + 2) {
            throw new NumberFormatException(token);
        }
        return Long.parseUnsignedLong(token, 2, token.length(), 16);
    }

    private static Constant whole(String token) {
        int end = token.length();
        while (end > 1 && (token.charAt(end - 1) == 'U' || token.charAt(end - 1) == 'u')) {
            end--;
        }
        String digits = token.substring(0, end);
        if (digits.length() > 1 && digits.charAt(0) == '0') {
            return switch (digits.charAt(1)) {
                case 'x', 'X' -> unsigned(digits.substring(2), 16);
                case 'b', 'B' -> unsigned(digits.substring(2), 2);
                default -> unsigned(digits, 8);
            };
        }
        return unsigned(digits, 10);
    }

    private static Constant unsigned(String digits, int radix) {
        return new Constant.Whole(Long.parseUnsignedLong(digits, radix));
    }
}
