package dev.hira.cava.gen.stub;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Locals;
import dev.hira.cava.gen.Rewriting;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.stub.StubContext.Need;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Emits a stub method's handling of pitched areas: describes them, sends only their rows, and
 * rewrites pitches and offsets for packed rows.
 */
final class StubDense {
    private final StubContext context;
    private final ApiFunction function;
    private final Locals locals;
    private final JavaWriter code;
    private final Map<Param, String> areas = new LinkedHashMap<>();
    private final Map<Field, String> sent = new LinkedHashMap<>();

    StubDense(StubContext context, ApiFunction function, Locals locals) {
        this.context = context;
        this.function = function;
        this.locals = locals;
        this.code = context.file.body();
    }

    static boolean isDense(Param param) {
        return param.buffer() != null && param.buffer().dense() != null;
    }

    /** Declares the area of a buffer; null when the call does not use the buffer. */
    void declare(Param param, String condition) {
        String area = locals.fresh(param.java() + "Area");
        areas.put(param, area);
        context.needs.add(Need.AREA);
        Buffer.Dense dense = Objects.requireNonNull(Objects.requireNonNull(param.buffer()).dense());
        String type = context.rpc("PitchedArea");
        List<String> arguments = new ArrayList<>();
        arguments.add("\"" + function.name() + ": " + param.name() + "\"");
        arguments.add(param.java());
        arguments.add(number(dense.rowBytes()));
        arguments.add(number(dense.rows()));
        arguments.add(dense.slices() == null ? "1" : number(dense.slices()));
        arguments.add(number(dense.pitch()));
        arguments.add(dense.sliceRows() == null ? "0" : number(dense.sliceRows()));
        for (Expr.Ref offset : offsets(dense)) {
            arguments.add(offset == null ? "0" : number(offset));
        }
        if (condition.isEmpty()) {
            code.list(type + " " + area + " = area", arguments, ";");
        } else {
            code.line(type + " " + area + " = null;").openIf(condition);
            code.list(area + " = area", arguments, ";").close();
        }
    }

    private static List<Expr.@Nullable Ref> offsets(Buffer.Dense dense) {
        List<Expr.@Nullable Ref> offsets = new ArrayList<>();
        offsets.add(dense.x());
        offsets.add(dense.y());
        offsets.add(dense.z());
        return offsets;
    }

    private String number(Expr expr) {
        return context.expressions.number(expr);
    }

    /** Returns code for the area of a buffer. */
    String area(Param param) {
        return Objects.requireNonNull(areas.get(param));
    }

    /**
     * Cuts a call whose payload exceeds {@code session.splitBytes()} along the first dimension with
     * more than one element. The bytes of rows are cut only where each pitch fits a whole row: else
     * a part's shorter row would fit, and the call would no longer fail.
     */
    void split() {
        if (function.splits().isEmpty()) {
            return;
        }
        String total = locals.fresh("total");
        code.line("long " + total + " = 0;");
        for (Map.Entry<Param, String> area : areas.entrySet()) {
            boolean conditional = Objects.requireNonNull(area.getKey().buffer()).mayBeNull();
            String sum = total + " = Math.max(" + total + ", " + area.getValue() + ".bytes());";
            if (conditional) {
                code.openIf(area.getValue() + " != null").line(sum).close();
            } else {
                code.line(sum);
            }
        }
        code.openIf(total + " > session.splitBytes()");
        for (ApiFunction.Split split : function.splits()) {
            String count = number(split.count());
            StringBuilder condition = new StringBuilder(count).append(" > 1");
            if (cutsRows(split)) {
                for (Expr.Ref pitch : split.packed()) {
                    String given = number(pitch);
                    condition.append(" && (").append(given).append(" == 0 || ");
                    condition.append(given).append(" >= ").append(count).append(')');
                }
            }
            code.openIf(condition.toString());
            parts(split, total, count);
            code.line("return;").close();
        }
        code.close();
    }

    private boolean cutsRows(ApiFunction.Split split) {
        return areas.keySet().stream()
                .map(param -> Objects.requireNonNull(param.buffer()).dense())
                .anyMatch(dense -> dense != null && dense.rowBytes().equals(split.count()));
    }

    private void parts(ApiFunction.Split split, String total, String count) {
        String step = locals.fresh("step");
        String done = locals.fresh("done");
        code.assign(
                "long " + step,
                "Math.max(1, session.splitBytes() / (" + total + " / " + count + "))");
        code.open(
                "for (long "
                        + done
                        + " = 0; "
                        + done
                        + " < "
                        + count
                        + "; "
                        + done
                        + " += "
                        + step
                        + ")");
        Rewriting part = new Rewriting(context.shape);
        part.put(
                split.count(),
                narrowed(split.count(), "Math.min(" + step + ", " + count + " - " + done + ")"));
        for (Expr.Ref ref : split.advance()) {
            part.put(ref, narrowed(ref, number(ref) + " + " + done));
        }
        for (Expr.Ref ref : split.packed()) {
            String whole = number(ref) + " == 0 ? " + count + " : " + number(ref);
            part.put(ref, narrowed(ref, whole));
        }
        List<String> arguments = new ArrayList<>();
        for (Param param : Shape.params(function)) {
            if (param.field().equals(split.continues())) {
                arguments.add(param.java() + " || " + done + " > 0");
            } else {
                arguments.add(
                        part.concerns(param.field())
                                ? copy(part, param.field(), "part")
                                : param.java());
            }
        }
        code.list(Shape.method(function), arguments, ";").close();
    }

    private String copy(Rewriting rewriting, Field field, String prefix) {
        if (!(field.type() instanceof Struct struct)) {
            return rewriting.value(field);
        }
        String name = locals.fresh(prefix);
        String type = context.shape.api(struct.name());
        code.list(type + " " + name + " = new " + type, rewriting.fields(field), ";");
        return name;
    }

    /** Declares the values that are sent instead of pitches and offsets. */
    void rewrite() {
        Rewriting rewriting = new Rewriting(context.shape);
        areas.forEach((param, area) -> rewrite(rewriting, param, area));
        for (Param param : function.params()) {
            if (rewriting.concerns(param.field())) {
                sent.put(param.field(), copy(rewriting, param.field(), "sent"));
            }
        }
    }

    private void rewrite(Rewriting rewriting, Param param, String area) {
        Buffer buffer = Objects.requireNonNull(param.buffer());
        Buffer.Dense dense = Objects.requireNonNull(buffer.dense());
        boolean conditional = buffer.mayBeNull();
        put(rewriting, dense.pitch(), number(dense.rowBytes()), conditional, area);
        if (dense.sliceRows() != null) {
            put(rewriting, dense.sliceRows(), number(dense.rows()), conditional, area);
        }
        for (Expr.Ref offset : offsets(dense)) {
            if (offset != null) {
                put(rewriting, offset, "0", conditional, area);
            }
        }
    }

    private void put(
            Rewriting rewriting, Expr.Ref ref, String value, boolean conditional, String area) {
        String own = narrowed(ref, value);
        if (conditional) {
            rewriting.putUnless(ref, area + " == null", own);
        } else {
            rewriting.put(ref, own);
        }
    }

    private static String narrowed(Expr.Ref ref, String value) {
        boolean isInt = ref.leaf().type() == Scalar.INT32 || ref.leaf().type() == Scalar.UINT32;
        if (!isInt || value.equals("0")) {
            return value;
        }
        return value.contains(" ") ? "(int) (" + value + ")" : "(int) " + value;
    }

    /** Returns code for the value sent for a parameter. */
    String sent(Field field) {
        return sent.getOrDefault(field, field.java());
    }
}
