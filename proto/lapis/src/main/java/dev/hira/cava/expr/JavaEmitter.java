package dev.hira.cava.expr;

import dev.hira.cava.type.Field;
import java.util.EnumSet;
import java.util.Set;

/**
 * Translates expressions to Java with exact arithmetic: an overflow throws an ArithmeticException.
 * Collects the {@link Helper}s that the emitted code calls.
 */
public final class JavaEmitter {
    private static final int LOOSEST = 0;

    private final Values values;
    private final Set<Helper> helpers = EnumSet.noneOf(Helper.class);

    public JavaEmitter(Values values) {
        this.values = values;
    }

    /** How generated code reads the values that an expression names. */
    public interface Values {
        /** Returns code of type long, or boolean for a truth value. */
        String read(Expr.Ref ref);

        String constant(Expr.Const constant);

        /** Returns code that compares a value with a constant. */
        default String enumComparison(Expr.Ref ref, String operator, Expr.Const constant) {
            return read(ref) + " " + operator + " " + constant(constant);
        }

        String length(Field buffer);

        String present(Field field);
    }

    /** Returns the helpers used so far. */
    public Set<Helper> helpers() {
        return helpers;
    }

    /** Returns code for a number. */
    public String number(Expr expr) {
        return emit(expr, LOOSEST);
    }

    /** Returns code for a number that must not be negative. */
    public String amount(Expr expr) {
        if (isNeverNegative(expr)) {
            return number(expr);
        }
        helpers.add(Helper.NOT_NEGATIVE);
        return "notNegative(" + number(expr) + ")";
    }

    /** Returns code for a condition. */
    public String condition(Expr expr) {
        return emit(expr, LOOSEST);
    }

    /** Returns code for a condition that {@code &&} may follow. */
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

    /** Makes literals long, because Java chooses {@code addExact(int, int)} for two ints. */
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
