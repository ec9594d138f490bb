package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.type.Field;

/** Reads the values of expressions from returned values, or else from parameters of the name. */
public final class ResultValues implements JavaEmitter.Values {
    private final ApiValues values;
    private final ApiFunction function;
    private final String result;

    public ResultValues(Shape shape, ApiFunction function, String result) {
        this.values = new ApiValues(shape);
        this.function = function;
        this.result = result;
    }

    @Override
    public String read(Expr.Ref ref) {
        boolean returned = function.results().stream().anyMatch(p -> p.field().equals(ref.root()));
        if (!returned) {
            return values.read(ref);
        }
        String path = ApiValues.path(ref.path());
        String value =
                function.results().size() == 1
                        ? result + path.substring(ref.root().java().length())
                        : result
                                + "."
                                + ref.root().java()
                                + "()"
                                + path.substring(ref.root().java().length());
        return ApiValues.widened(ref.leaf().type(), value);
    }

    @Override
    public String constant(Expr.Const constant) {
        return values.constant(constant);
    }

    @Override
    public String length(Field buffer) {
        return values.length(buffer);
    }

    @Override
    public String present(Field field) {
        return values.present(field);
    }
}
