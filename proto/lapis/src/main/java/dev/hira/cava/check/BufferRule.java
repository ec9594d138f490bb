package dev.hira.cava.check;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Scalar;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that both ends know the size of every buffer, and that a caller waits for every output.
 */
final class BufferRule implements Rule {
    private static final Set<String> ELEMENTS =
            Set.of("", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64");

    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        for (Param param : function.params()) {
            if (param.buffer() != null) {
                check(function, param, param.buffer(), report);
            }
        }
        for (Param result : function.results()) {
            if (result.buffer() != null) {
                report.add(
                        result,
                        "is a returned buffer; make it a parameter with direction OUT, which the"
                                + " caller gives memory for");
            }
        }
    }

    private static void check(
            ApiFunction function, Param param, Buffer buffer, CheckReport report) {
        if (param.field().type() != Scalar.BYTES || param.field().repeated()) {
            report.add(param, "is a buffer, so its type must be bytes");
        }
        if (!ELEMENTS.contains(buffer.element())) {
            report.add(
                    param,
                    "has the unknown element type '"
                            + buffer.element()
                            + "'; known are i8 to i64, u8 to u64, f16, f32 and f64");
        }
        if (buffer.size() == null && buffer.direction().out()) {
            report.add(
                    param,
                    "is an output without a size; give it size: \"…\", because the server must know"
                            + " it before the call");
        }
        computable(param, buffer.size(), "size", report);
        computable(param, buffer.when(), "when", report);
        output(function, param, buffer, report);
        actual(param, buffer, report);
    }

    private static void computable(
            Param param, @Nullable Expr expr, String what, CheckReport report) {
        if (expr != null && readsBuffers(expr)) {
            report.add(
                    param,
                    "has a " + what + " that depends on a buffer; use parameters that travel");
        }
    }

    static boolean readsBuffers(Expr expr) {
        return expr.all().anyMatch(e -> e instanceof Expr.Len || e instanceof Expr.Present);
    }

    private static void output(
            ApiFunction function, Param param, Buffer buffer, CheckReport report) {
        if (!buffer.direction().out() || buffer.late() != null) {
            return;
        }
        if (function.mode().async()) {
            report.add(
                    param,
                    "is an output of an asynchronous call, which no caller waits for; make the function"
                            + " sync, or say with buffer.late which stream brings the bytes");
        } else if (function.mode().asyncIf() != null && buffer.when() == null) {
            report.add(
                    param,
                    "is an output of a call that may be asynchronous; say with buffer.when that it"
                            + " counts only in calls that are waited for, or with buffer.late which"
                            + " stream brings the bytes");
        }
    }

    private static void actual(Param param, Buffer buffer, CheckReport report) {
        if (buffer.actual() == null) {
            return;
        }
        if (!buffer.direction().out() || buffer.late() != null) {
            report.add(
                    param, "has buffer.actual, which only an output that comes with the reply has");
        }
        if (!(buffer.actual().type() instanceof Scalar scalar && scalar.isInteger())) {
            report.add(param, "has a buffer.actual that is not a number");
        }
    }
}
