package dev.hira.cava.expr;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses an expression and checks its names and types on the way, by recursive descent through the
 * levels of precedence.
 */
public final class Parser {
    private final String text;
    private final ExprScope scope;
    private final List<Token> tokens;
    private int at;

    private Parser(String text, ExprScope scope) throws ExprException {
        this.text = text;
        this.scope = scope;
        this.tokens = ExprLexer.tokens(text);
    }

    /** Parses a number. */
    public static Expr number(String text, ExprScope scope) throws ExprException {
        Expr expr = whole(text, scope);
        if (expr.isTruth()) {
            throw new ExprException(text, 1, "expected a number, not a condition");
        }
        return expr;
    }

    /** Parses a condition. */
    public static Expr condition(String text, ExprScope scope) throws ExprException {
        Expr expr = whole(text, scope);
        if (!expr.isTruth()) {
            throw new ExprException(
                    text, 1, "expected a condition, not a number; compare it with something");
        }
        return expr;
    }

    /** Parses the name of a parameter or of a field inside one. */
    public static Expr.Ref reference(String text, ExprScope scope) throws ExprException {
        if (whole(text, scope) instanceof Expr.Ref ref) {
            return ref;
        }
        throw new ExprException(text, 1, "expected the name of a parameter or field");
    }

    private static Expr whole(String text, ExprScope scope) throws ExprException {
        Parser parser = new Parser(text, scope);
        Expr expr = parser.choice();
        if (!parser.peek().isEnd()) {
            throw parser.error("'" + parser.peek().text() + "' is unexpected");
        }
        return expr;
    }

    private Expr choice() throws ExprException {
        Expr condition = binary(0);
        if (!accept("?")) {
            return condition;
        }
        require(condition, true, "the condition of '?'");
        Expr then = choice();
        expect(":");
        Expr otherwise = choice();
        if (then.isTruth() != otherwise.isTruth()) {
            throw error("both sides of ':' must be numbers or both conditions");
        }
        return new Expr.Choice(condition, then, otherwise);
    }

    private Expr binary(int level) throws ExprException {
        if (level == ExprOperator.LEVELS) {
            return unary();
        }
        Expr left = binary(level + 1);
        while (true) {
            Optional<ExprOperator> operator = ExprOperator.of(peek().text());
            if (operator.isEmpty() || operator.get().level() != level) {
                return left;
            }
            at++;
            Expr right = binary(level + 1);
            checkOperands(operator.get(), left, right);
            left = new Expr.Binary(operator.get(), left, right);
        }
    }

    private void checkOperands(ExprOperator operator, Expr left, Expr right) throws ExprException {
        if (operator.isEquality() && left.isTruth() == right.isTruth()) {
            return;
        }
        require(left, operator.takesTruths(), "the left side of '" + operator.text() + "'");
        require(right, operator.takesTruths(), "the right side of '" + operator.text() + "'");
    }

    private Expr unary() throws ExprException {
        if (accept("!")) {
            Expr operand = unary();
            require(operand, true, "the operand of '!'");
            return new Expr.Unary(ExprOperator.NOT, operand);
        }
        if (accept("-")) {
            Expr operand = unary();
            require(operand, false, "the operand of '-'");
            return new Expr.Unary(ExprOperator.MINUS, operand);
        }
        return primary();
    }

    private Expr primary() throws ExprException {
        if (accept("(")) {
            Expr inner = choice();
            expect(")");
            return inner;
        }
        Token token = peek();
        at++;
        if (token.isNumber()) {
            return number(token);
        }
        if (!token.isName()) {
            at--;
            throw error("expected a value");
        }
        return accept("(") ? call(token) : name(token);
    }

    private Expr number(Token token) throws ExprException {
        try {
            return new Expr.Num(Long.decode(token.text()));
        } catch (NumberFormatException e) {
            throw new ExprException(
                    text, token.column(), "'" + token.text() + "' is not a 64-bit number");
        }
    }

    private Expr call(Token function) throws ExprException {
        return switch (function.text()) {
            case "len", "present" -> callOnField(function.text());
            case "min", "max", "align_up" -> callOnNumbers(function.text());
            default ->
                    throw new ExprException(
                            text,
                            function.column(),
                            "unknown function '"
                                    + function.text()
                                    + "'; known are len, present, min, max and align_up");
        };
    }

    private Expr callOnField(String function) throws ExprException {
        Token argument = peek();
        at++;
        Field field = field(argument);
        expect(")");
        return function.equals("len") ? len(field, argument) : new Expr.Present(field);
    }

    private Expr callOnNumbers(String function) throws ExprException {
        Expr first = choice();
        expect(",");
        Expr second = choice();
        expect(")");
        require(first, false, "the first argument of " + function);
        require(second, false, "the second argument of " + function);
        return new Expr.Call(function, first, second);
    }

    private Expr len(Field field, Token argument) throws ExprException {
        if (!scope.isBuffer(field)) {
            throw new ExprException(
                    text,
                    argument.column(),
                    "'" + field.name() + "' is not a buffer and has no len");
        }
        return new Expr.Len(field);
    }

    private Expr name(Token token) throws ExprException {
        Optional<Field> root = scope.field(token.text());
        if (root.isEmpty()) {
            Optional<Expr.Const> constant = scope.constant(token.text());
            if (constant.isPresent()) {
                return constant.get();
            }
        }
        List<Field> path = new ArrayList<>(List.of(field(token)));
        while (accept(".")) {
            path.add(inside(path.getLast(), peek()));
            at++;
        }
        return checked(new Expr.Ref(List.copyOf(path)), token);
    }

    private Field field(Token token) throws ExprException {
        Optional<Field> field = scope.field(token.text());
        if (field.isEmpty()) {
            throw new ExprException(
                    text,
                    token.column(),
                    "unknown parameter '"
                            + token.text()
                            + "'; known are "
                            + names(scope.fields())
                            + ", and the constants of the API's enums");
        }
        return field.get();
    }

    private Field inside(Field outer, Token token) throws ExprException {
        if (!(outer.type() instanceof Struct struct)) {
            throw new ExprException(
                    text,
                    token.column(),
                    "'" + outer.name() + "' is not a struct and has no fields");
        }
        Optional<Field> field = struct.field(token.text());
        if (field.isEmpty()) {
            throw new ExprException(
                    text,
                    token.column(),
                    struct.name()
                            + " has no field '"
                            + token.text()
                            + "'; it has "
                            + names(struct.fields()));
        }
        return field.get();
    }

    private Expr checked(Expr.Ref ref, Token token) throws ExprException {
        Field leaf = ref.leaf();
        boolean computable =
                leaf.type() instanceof EnumType
                        || leaf.type() == Scalar.BOOL
                        || (leaf.type() instanceof Scalar scalar && scalar.isInteger());
        if (!computable || leaf.repeated()) {
            throw new ExprException(
                    text,
                    token.column(),
                    "'" + ref + "' is neither an integer nor an enum nor a bool");
        }
        return ref;
    }

    private void require(Expr expr, boolean truth, String what) throws ExprException {
        if (expr.isTruth() != truth) {
            throw error(what + (truth ? " must be a condition" : " must be a number"));
        }
    }

    private Token peek() {
        return tokens.get(Math.min(at, tokens.size() - 1));
    }

    private boolean accept(String wanted) {
        boolean found = peek().text().equals(wanted);
        if (found) {
            at++;
        }
        return found;
    }

    private void expect(String wanted) throws ExprException {
        if (!accept(wanted)) {
            throw error("expected '" + wanted + "'");
        }
    }

    private ExprException error(String what) {
        return new ExprException(text, peek().column(), what);
    }

    private static String names(List<Field> fields) {
        return fields.isEmpty()
                ? "none"
                : String.join(", ", fields.stream().map(Field::name).toList());
    }
}
