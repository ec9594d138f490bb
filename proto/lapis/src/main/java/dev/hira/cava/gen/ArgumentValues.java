package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.expr.JavaEmitter;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.JavaNames;
import dev.hira.cava.type.Scalar;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Emits code that reads only the values that expressions need from the bytes of a call, each into a
 * local variable.
 */
public final class ArgumentValues implements JavaEmitter.Values {
    /** The names of the generated methods' parameters. */
    private static final Set<String> OWN = Set.of("in", "out", "sink", "call");

    private final JavaWriter code;
    private final JavaEmitter expressions = new JavaEmitter(this);
    private final Set<EnumType.Constant> constants = new LinkedHashSet<>();
    private String reader = "in";

    public ArgumentValues(JavaFile file) {
        this.code = file.body();
    }

    public JavaEmitter expressions() {
        return expressions;
    }

    /** Returns the enums whose constants were named. */
    public Set<EnumType.Constant> constants() {
        return constants;
    }

    /** Declares a variable for each value and fills them from a reader. */
    public void locals(Collection<Expr.Ref> refs, String from) {
        reader = from;
        for (Expr.Ref ref : refs) {
            String type = ref.isTruth() ? "boolean " : "long ";
            code.line(type + read(ref) + " = " + (ref.isTruth() ? "false" : "0") + ";");
        }
        if (!refs.isEmpty()) {
            decode(refs.stream().map(r -> new Step(r, 0)).toList(), 0);
        }
    }

    /** Returns the values that an object's computed name needs. */
    public static List<Expr.Ref> refs(Param param) {
        return param.computed()
                ? Objects.requireNonNull(param.nameIs()).refs()
                : List.of(new Expr.Ref(List.of(param.field())));
    }

    /** Returns code for an object's name, computed from its {@link #refs}. */
    public String name(Param param) {
        return param.computed()
                ? expressions.number(Objects.requireNonNull(param.nameIs()))
                : read(new Expr.Ref(List.of(param.field())));
    }

    /** A value to read, seen from some depth of its path. */
    private record Step(Expr.Ref ref, int depth) {
        Field field() {
            return ref.path().get(depth);
        }

        boolean isLeaf() {
            return depth == ref.path().size() - 1;
        }

        Step inside() {
            return new Step(ref, depth + 1);
        }
    }

    private void decode(List<Step> steps, int depth) {
        Map<Field, List<Step>> byField = new LinkedHashMap<>();
        steps.forEach(s -> byField.computeIfAbsent(s.field(), _ -> new ArrayList<>()).add(s));
        code.open("while (" + reader + ".next())").open("switch (" + reader + ".field())");
        byField.forEach((field, inner) -> decodeField(field, inner, depth));
        code.line("default -> " + reader + ".skip();").close().close();
    }

    private void decodeField(Field field, List<Step> steps, int depth) {
        Step first = steps.getFirst();
        if (first.isLeaf()) {
            code.line(
                    "case "
                            + field.number()
                            + " -> "
                            + read(first.ref())
                            + " = "
                            + leaf(field)
                            + ";");
            return;
        }
        code.open("case " + field.number() + " ->");
        String outer = "outer" + (depth == 0 ? "" : depth);
        // // If a struct occurs twice the last one counts, as at the server.
        for (Step step : steps) {
            code.line(read(step.ref()) + " = " + (step.ref().isTruth() ? "false" : "0") + ";");
        }
        code.line("int " + outer + " = " + reader + ".enter();");
        decode(steps.stream().map(Step::inside).toList(), depth + 1);
        code.line(reader + ".leave(" + outer + ");").close();
    }

    private String leaf(Field field) {
        return switch (field.type()) {
            case EnumType _ -> reader + ".int32()";
            case Scalar.INT32 -> reader + ".int32()";
            case Scalar.UINT32 -> "Integer.toUnsignedLong(" + reader + ".int32())";
            case Scalar.BOOL -> reader + ".bool()";
            default -> reader + ".uint64()";
        };
    }

    @Override
    public String read(Expr.Ref ref) {
        String name = String.join("_", ref.path().stream().map(Field::name).toList());
        return OWN.contains(name) || name.startsWith("outer") ? name + "_" : JavaNames.safe(name);
    }

    @Override
    public String constant(Expr.Const constant) {
        constants.add(constant.constant());
        return constant.constant().name();
    }

    @Override
    public String length(Field buffer) {
        throw new IllegalStateException("a router sees no buffers; the checker allows no len here");
    }

    @Override
    public String present(Field field) {
        throw new IllegalStateException("a router sees no buffers; the checker allows none here");
    }
}
