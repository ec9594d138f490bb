package dev.hira.cava.expr;

import dev.hira.cava.type.Field;
import java.util.EnumSet;
import java.util.Set;

/**
 * Writes expressions as Java that computes exactly: an overflow is an ArithmeticException. Collects
 * the {@link Helper}s that the written code calls.
 */
public final class JavaEmitter {
    private static final int LOOSEST = 0;

    private final Values values;
    private final Set<Helper> helpers = EnumSet.noneOf(Helper.class);

    public JavaEmitter(Values values) {
        this.values = values;
    }

    /** How generated code reads what an expression names. */
    public interface Values {
        /** A long, or a boolean when the expression is a truth. */
        String read(Expr.Ref ref);

        String constant(Expr.Const constant);

        /** Compares a value with a constant. */
        default String enumComparison(Expr.Ref ref, String operator, Expr.Const constant) {
            return read(ref) + " " + operator + " " + constant(constant);
        }

        String length(Field buffer);

        String present(Field field);
    }

    /** The helpers that were needed so far. */
    public Set<Helper> helpers() {
        return helpers;
    }

    /** A number as it is. */
    public String number(Expr expr) {
        return emit(expr, LOOSEST);
    }

    /** A number that must not be negative. */
    public String amount(Expr expr) {
        if (isNeverNegative(expr)) {
            return number(expr);
        }
        helpers.add(Helper.NOT_NEGATIVE);
        return "notNegative(" + number(expr) + ")";
    }

    /** A condition. */
    public String condition(Expr expr) {
        return emit(expr, LOOSEST);
    }

    /** A condition that can be followed by {@code &&}. */
    public String conjunct(Expr expr) {
        return emit(expr, ExprOperator.EQ.level());
    }

    private static boolean isNeverNegative(Expr expr) {
        return (expr instanceof Expr.Num num && num.value() >= 0) || expr instanceof Expr.Len;
    }

    private String emit(Expr expr, int level) {
        return switch (expr) {
            case Expr.Num num -> literal(num.value());
            case Expr.Const constant -> values.constant(constant);
            case Expr.Ref ref -> values.read(ref);
            case Expr.Len len -> values.length(len.buffer());
            case Expr.Present present ->
                    parenthesized(values.present(present.field()), ExprOperator.EQ.level(), level);
            case Expr.Unary unary -> unary(unary);
            case Expr.Binary binary -> binary(binary, level);
            case Expr.Choice choice -> choice(choice, level);
            case Expr.Call call -> call(call);
        };
    }

    private static String literal(long value) {
        boolean isInt = value == (int) value;
        return value >= 0x1000_0000L && !isInt
                ? "0x" + Long.toHexString(value) + "L"
                : value + (isInt ? "" : "L");
    }

    private String unary(Expr.Unary unary) {
        return unary.operator() == ExprOperator.NOT
                ? "!" + emit(unary.operand(), ExprOperator.NOT.level())
                : "Math.negateExact(" + asLong(unary.operand()) + ")";
    }

    private String binary(Expr.Binary binary, int level) {
        return switch (binary.operator()) {
            case PLUS -> exact("add", binary);
            case MINUS -> exact("subtract", binary);
            case TIMES -> exact("multiply", binary);
            case DIVIDE -> exact("divide", binary);
            default -> plain(binary, level);
        };
    }

    private String exact(String operation, Expr.Binary binary) {
        return "Math."
                + operation
                + "Exact("
                + asLong(binary.left())
                + ", "
                + asLong(binary.right())
                + ")";
    }

    /** Java chooses {@code addExact(int, int)} for two ints, so at least literals are made long. */
    private String asLong(Expr expr) {
        return expr instanceof Expr.Num num && num.value() == (int) num.value()
                ? num.value() + "L"
                : emit(expr, LOOSEST);
    }

    private String plain(Expr.Binary binary, int level) {
        int own = binary.operator().level();
        if (binary.left() instanceof Expr.Ref ref
                && binary.right() instanceof Expr.Const constant) {
            String same = values.enumComparison(ref, binary.operator().text(), constant);
            return parenthesized(same, own, level);
        }
        String text =
                emit(binary.left(), own)
                        + " "
                        + binary.operator().text()
                        + " "
                        + emit(binary.right(), own + 1);
        return parenthesized(text, own, level);
    }

    private String choice(Expr.Choice choice, int level) {
        String text =
                emit(choice.condition(), 1)
                        + " ? "
                        + emit(choice.then(), 1)
                        + " : "
                        + emit(choice.otherwise(), 1);
        return level > 0 || choice.isTruth() ? "(" + text + ")" : text;
    }

    private String call(Expr.Call call) {
        if (call.function().equals("align_up")) {
            helpers.add(Helper.ALIGN_UP);
            return "alignUp(" + asLong(call.first()) + ", " + asLong(call.second()) + ")";
        }
        return "Math."
                + call.function()
                + "("
                + asLong(call.first())
                + ", "
                + asLong(call.second())
                + ")";
    }

    private static String parenthesized(String text, int own, int level) {
        return own < level ? "(" + text + ")" : text;
    }
}
