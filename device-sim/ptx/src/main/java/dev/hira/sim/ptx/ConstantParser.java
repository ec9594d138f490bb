package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.List;

/** Parses constant expressions: whole numbers with C's operators, single numbers and addresses. */
final class ConstantParser {
    private static final int DEEPEST = 100;

    /** Operators grouped by precedence, loosest first. */
    private static final List<List<String>> LEVELS =
            List.of(
                    List.of("||"),
                    List.of("&&"),
                    List.of("|"),
                    List.of("^"),
                    List.of("&"),
                    List.of("==", "!="),
                    List.of("<", "<=", ">", ">="),
                    List.of("<<", ">>"),
                    List.of("+", "-"),
                    List.of("*", "/", "%"));

    private final PtxLexer lexer;
    private int depth;

    ConstantParser(PtxLexer lexer) {
        this.lexer = lexer;
    }

    /** Parses a whole number where the text needs a size or count. */
    long whole(String what) {
        int offset = lexer.offset();
        if (constant() instanceof Constant.Whole(long value)) {
            return value;
        }
        throw new SyntaxFault(offset, "Expected " + what + " as a whole number.");
    }

    /** Parses a whole number between two limits, inclusive. */
    int whole(String what, int least, int most) {
        int offset = lexer.offset();
        long value = whole(what);
        if (value < least || value > most) {
            throw new SyntaxFault(
                    offset, what + " is " + value + " but must be " + least + " to " + most + ".");
        }
        return (int) value;
    }

    Constant constant() {
        if (++depth > DEEPEST) {
            throw lexer.fault("The expression is nested deeper than " + DEEPEST + " levels.");
        }
        Constant value = level(0);
        if (lexer.accept('?')) {
            Constant first = constant();
            lexer.expect(':');
            Constant second = constant();
            value = asWhole(value) != 0 ? first : second;
        }
        depth--;
        return value;
    }

    private Constant level(int level) {
        if (level == LEVELS.size()) {
            return unary();
        }
        Constant left = level(level + 1);
        if (lexer.endsOperand()) {
            return left;
        }
        while (lexer.kind() == TokenKind.MARK && LEVELS.get(level).contains(lexer.token())) {
            String operator = lexer.token();
            lexer.next();
            left = combine(operator, left, level(level + 1));
        }
        return left;
    }

    private Constant combine(String operator, Constant left, Constant right) {
        if (left instanceof Constant.AddressOf(var symbol, long offset, boolean generic, long mask)
                && right instanceof Constant.Whole(long by)
                && (operator.equals("+") || operator.equals("-"))) {
            long moved = operator.equals("+") ? offset + by : offset - by;
            return new Constant.AddressOf(symbol, moved, generic, mask);
        }
        return new Constant.Whole(compute(operator, asWhole(left), asWhole(right)));
    }

    private long compute(String operator, long a, long b) {
        return switch (operator) {
            case "||" -> truth(a != 0 || b != 0);
            case "&&" -> truth(a != 0 && b != 0);
            case "|" -> a | b;
            case "^" -> a ^ b;
            case "&" -> a & b;
            case "==" -> truth(a == b);
            case "!=" -> truth(a != b);
            case "<" -> truth(a < b);
            case "<=" -> truth(a <= b);
            case ">" -> truth(a > b);
            case ">=" -> truth(a >= b);
            case "<<" -> a << b;
            case ">>" -> a >> b;
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            default -> divide(operator, a, b);
        };
    }

    private long divide(String operator, long a, long b) {
        if (b == 0) {
            throw lexer.fault("The expression before this point divides by zero.");
        }
        return operator.equals("/") ? a / b : a % b;
    }

    private static long truth(boolean value) {
        return value ? 1 : 0;
    }

    private long asWhole(Constant constant) {
        if (constant instanceof Constant.Whole(long value)) {
            return value;
        }
        throw lexer.fault("The expression before this point needs whole numbers.");
    }

    private Constant unary() {
        if (++depth > DEEPEST) {
            throw lexer.fault("The expression is nested deeper than " + DEEPEST + " levels.");
        }
        Constant value = unaryWithinDepth();
        depth--;
        return value;
    }

    private Constant unaryWithinDepth() {
        if (lexer.accept('-')) {
            return negated(unary());
        }
        if (lexer.accept('+')) {
            return unary();
        }
        if (lexer.accept('!')) {
            return new Constant.Whole(truth(asWhole(unary()) == 0));
        }
        if (lexer.accept('~')) {
            return new Constant.Whole(~asWhole(unary()));
        }
        if (lexer.accept('(')) {
            return castOrParenthesized();
        }
        return primary();
    }

    private Constant negated(Constant value) {
        return switch (value) {
            case Constant.Whole(long whole) -> new Constant.Whole(-whole);
            case Constant.Real(double real) -> new Constant.Real(-real);
            case Constant.SingleBits(int bits) -> new Constant.SingleBits(bits ^ (1 << 31));
            case Constant.AddressOf _ -> throw lexer.fault("An address cannot be negated.");
        };
    }

    private Constant castOrParenthesized() {
        boolean cast = lexer.accept(".s64") || lexer.accept(".u64");
        Constant value = cast ? new Constant.Whole(0) : constant();
        lexer.expect(')');
        return cast ? unary() : value;
    }

    private Constant primary() {
        if (lexer.kind() == TokenKind.WORD) {
            return address();
        }
        if (lexer.kind() != TokenKind.INTEGER && lexer.kind() != TokenKind.FLOAT) {
            throw lexer.fault("Expected a constant but found " + lexer.described() + ".");
        }
        Constant number = Literals.number(lexer);
        lexer.next();
        if (number instanceof Constant.Whole(long mask) && lexer.accept('(')) {
            Constant inner = constant();
            lexer.expect(')');
            return masked(inner, mask);
        }
        return number;
    }

    private Constant masked(Constant inner, long mask) {
        if (inner instanceof Constant.AddressOf(var symbol, long offset, boolean generic, _)
                && Long.bitCount(mask) == 8
                && mask >>> (Long.numberOfTrailingZeros(mask) & ~7) == 0xFF) {
            return new Constant.AddressOf(symbol, offset, generic, mask);
        }
        throw lexer.fault("A mask needs 0xFF shifted to a byte, and the address of a symbol.");
    }

    private Constant address() {
        boolean generic = lexer.is("generic");
        String name = lexer.word("a name");
        if (generic && lexer.accept('(')) {
            Constant inner = constant();
            lexer.expect(')');
            if (inner instanceof Constant.AddressOf(var symbol, long offset, _, long mask)) {
                return new Constant.AddressOf(symbol, offset, true, mask);
            }
            throw lexer.fault("Within 'generic( )' there must be the name of a variable.");
        }
        if (name.equals("WARP_SZ")) {
            return new Constant.Whole(32);
        }
        return new Constant.AddressOf(name, 0, false, 0);
    }
}
