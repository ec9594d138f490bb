package dev.hira.sim.simt.form;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derives the forms of results from the forms of arguments. */
public final class ComputeForms {
    private ComputeForms() {}

    /** Returns the form of a result; null for a value without structure. */
    public static @Nullable LaneForm of(Step.Compute compute, LaneForms forms) {
        List<Value> arguments = compute.arguments();
        if (arguments.stream().allMatch(forms::same)) {
            return LaneForm.SAME;
        }
        if (compute.operation().saturate()) {
            return null;
        }
        return switch (compute.operation().method()) {
            case "addB32" -> sum(step(arguments.get(0), forms), step(arguments.get(1), forms), 1);
            case "subB32" -> sum(step(arguments.get(0), forms), step(arguments.get(1), forms), -1);
            case "mulLoB32" -> stepped(product(arguments, forms));
            case "madLoB32" -> sum(product(arguments, forms), step(arguments.get(2), forms), 1);
            case "shlB32" -> shifted(arguments, forms);
            case "cvtB32B32" -> forms.of(arguments.getFirst());
            case "cvtB32B64" -> narrowed(forms.of(arguments.getFirst()));
            default -> compute.target().carrier() == Carrier.LONG ? ofLong(compute, forms) : null;
        };
    }

    private static @Nullable LaneForm ofLong(Step.Compute compute, LaneForms forms) {
        List<Value> arguments = compute.arguments();
        return switch (compute.operation().method()) {
            case "cvtB64S32" -> widened(arguments.getFirst(), 1, true, forms);
            case "cvtB64U32" -> widened(arguments.getFirst(), 1, false, forms);
            case "mulWideS32" -> multiplied(arguments, true, forms);
            case "mulWideU32" -> multiplied(arguments, false, forms);
            case "cvtB64B64" -> forms.of(arguments.getFirst());
            case "addB64" ->
                    forms.same(arguments.get(1))
                            ? offset(arguments.get(0), 1, forms)
                            : forms.same(arguments.get(0))
                                    ? offset(arguments.get(1), 1, forms)
                                    : null;
            case "subB64" ->
                    forms.same(arguments.get(1)) ? offset(arguments.get(0), 1, forms) : null;
            case "shlB64" ->
                    shift(arguments.get(1), Long.SIZE) < 0
                            ? null
                            : offset(arguments.get(0), 1L << shift(arguments.get(1), 64), forms);
            case "mulLoB64" -> {
                Value factor = factor(arguments);
                yield factor == null
                        ? null
                        : offset(other(arguments), ((Value.Constant) factor).bits(), forms);
            }
            default -> null;
        };
    }

    private static @Nullable LaneForm offset(Value value, long times, LaneForms forms) {
        return forms.of(value)
                        instanceof LaneForm.Offset(long scale, boolean signed, LaneForm inner)
                ? new LaneForm.Offset(scale * times, signed, inner)
                : null;
    }

    private static @Nullable LaneForm multiplied(
            List<Value> arguments, boolean signed, LaneForms forms) {
        Value factor = factor(arguments);
        if (factor == null) {
            return null;
        }
        int bits = (int) ((Value.Constant) factor).bits();
        return widened(
                other(arguments), signed ? bits : Integer.toUnsignedLong(bits), signed, forms);
    }

    private static @Nullable LaneForm widened(
            Value value, long scale, boolean signed, LaneForms forms) {
        return switch (forms.of(value)) {
            case LaneForm.Stepped stepped -> new LaneForm.Offset(scale, signed, stepped);
            case LaneForm.Vector vector -> new LaneForm.Offset(scale, signed, vector);
            case LaneForm.Same _, LaneForm.Offset _, LaneForm.Array _ -> null;
        };
    }

    /** Returns the constant factor of a product, or null. */
    public static @Nullable Value factor(List<Value> arguments) {
        if (arguments.get(1) instanceof Value.Constant) {
            return arguments.get(1);
        }
        return arguments.get(0) instanceof Value.Constant ? arguments.get(0) : null;
    }

    /** Returns the factor that is not the constant. */
    public static Value other(List<Value> arguments) {
        return arguments.get(1) instanceof Value.Constant ? arguments.get(0) : arguments.get(1);
    }

    private static @Nullable LaneForm narrowed(LaneForm form) {
        return form instanceof LaneForm.Offset offset && offset.inner() instanceof LaneForm.Stepped
                ? stepped((int) offset.stride())
                : null;
    }

    private static @Nullable Integer product(List<Value> arguments, LaneForms forms) {
        Value factor = factor(arguments);
        Integer step = factor == null ? null : step(other(arguments), forms);
        if (factor != null && step != null) {
            return step * (int) ((Value.Constant) factor).bits();
        }
        return forms.same(arguments.get(0)) && forms.same(arguments.get(1)) ? 0 : null;
    }

    private static @Nullable LaneForm shifted(List<Value> arguments, LaneForms forms) {
        int shift = shift(arguments.get(1), Integer.SIZE);
        Integer step = step(arguments.getFirst(), forms);
        return shift < 0 || step == null ? null : stepped(step << shift);
    }

    /** Returns the number of bits by which a constant shifts, or -1. */
    private static int shift(Value value, int size) {
        return value instanceof Value.Constant(long bits, _) && bits >= 0 && bits < size
                ? (int) bits
                : -1;
    }

    private static @Nullable LaneForm sum(
            @Nullable Integer one, @Nullable Integer other, int sign) {
        return one == null || other == null ? null : stepped(one + sign * other);
    }

    private static @Nullable LaneForm stepped(@Nullable Integer step) {
        if (step == null) {
            return null;
        }
        return step == 0 ? LaneForm.SAME : new LaneForm.Stepped(step);
    }

    private static @Nullable Integer step(Value value, LaneForms forms) {
        return switch (forms.of(value)) {
            case LaneForm.Same _ -> 0;
            case LaneForm.Stepped(int step) -> step;
            case LaneForm.Offset _, LaneForm.Vector _, LaneForm.Array _ -> null;
        };
    }
}
