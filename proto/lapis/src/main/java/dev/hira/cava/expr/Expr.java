package dev.hira.cava.expr;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import java.util.List;
import java.util.stream.Stream;

/** A checked expression. Its value is a 64-bit integer or a truth value. */
public sealed interface Expr {
    /** Returns whether the value is a truth value rather than a number. */
    boolean isTruth();

    /** Returns the operands. */
    default List<Expr> parts() {
        return List.of();
    }

    /** Returns this expression and all its operands, recursively. */
    default Stream<Expr> all() {
        return Stream.concat(Stream.of(this), parts().stream().flatMap(Expr::all));
    }

    /** Returns the parameters and fields that it reads. */
    default List<Ref> refs() {
        return all().filter(Ref.class::isInstance).map(Ref.class::cast).distinct().toList();
    }

    /** A number. */
    record Num(long value) implements Expr {
        @Override
        public boolean isTruth() {
            return false;
        }
    }

    /** A constant of an enumeration. */
    record Const(EnumType type, EnumType.Constant constant) implements Expr {
        @Override
        public boolean isTruth() {
            return false;
        }
    }

    /** A parameter, or with more than one step a field inside a struct parameter. */
    record Ref(List<Field> path) implements Expr {
        public Field root() {
            return path.getFirst();
        }

        public Field leaf() {
            return path.getLast();
        }

        public boolean isNested() {
            return path.size() > 1;
        }

        @Override
        public boolean isTruth() {
            return leaf().type() == Scalar.BOOL;
        }

        @Override
        public String toString() {
            return String.join(".", path.stream().map(Field::name).toList());
        }
    }

    /** The size of a buffer in bytes. */
    record Len(Field buffer) implements Expr {
        @Override
        public boolean isTruth() {
            return false;
        }
    }

    /** Tests whether an optional parameter was given. */
    record Present(Field field) implements Expr {
        @Override
        public boolean isTruth() {
            return true;
        }
    }

    /** A negation, arithmetic or logical. */
    record Unary(ExprOperator operator, Expr operand) implements Expr {
        @Override
        public boolean isTruth() {
            return operator == ExprOperator.NOT;
        }

        @Override
        public List<Expr> parts() {
            return List.of(operand);
        }
    }

    /** Two operands and the operator between them. */
    record Binary(ExprOperator operator, Expr left, Expr right) implements Expr {
        @Override
        public boolean isTruth() {
            return operator.givesTruth();
        }

        @Override
        public List<Expr> parts() {
            return List.of(left, right);
        }
    }

    /** {@code condition ? then : otherwise}. */
    record Choice(Expr condition, Expr then, Expr otherwise) implements Expr {
        @Override
        public boolean isTruth() {
            return then.isTruth();
        }

        @Override
        public List<Expr> parts() {
            return List.of(condition, then, otherwise);
        }
    }

    /** A call of {@code min}, {@code max} or {@code align_up}. */
    record Call(String function, Expr first, Expr second) implements Expr {
        @Override
        public boolean isTruth() {
            return false;
        }

        @Override
        public List<Expr> parts() {
            return List.of(first, second);
        }
    }
}
