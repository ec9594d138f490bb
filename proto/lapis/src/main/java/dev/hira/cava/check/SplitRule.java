package dev.hira.cava.check;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import java.util.List;
import java.util.Objects;

/** Checks that a call is only split if its parts together have the effect of the whole. */
final class SplitRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        if (function.splits().isEmpty()) {
            return;
        }
        List<Buffer> buffers =
                function.params().stream()
                        .filter(p -> p.buffer() != null)
                        .map(p -> Objects.requireNonNull(p.buffer()))
                        .toList();
        if (buffers.isEmpty()) {
            report.add("has split but no buffer that could be cut; remove split");
        }
        if (!function.results().isEmpty()
                || function.hasOutcomes()
                || function.params().stream().anyMatch(SplitRule::isUnique)) {
            report.add(
                    "has split, but returns values, or creates or destroys an object, or has a"
                            + " callback, which its parts would do several times; remove split");
        }
        if (function.splits().stream().map(ApiFunction.Split::continues).distinct().count() > 1) {
            report.add("has splits with different parameters continues; give all the same");
        }
        for (ApiFunction.Split split : function.splits()) {
            Field continues = split.continues();
            if (continues != null && continues.type() != Scalar.BOOL) {
                report.add(
                        "has split.continues '"
                                + continues.name()
                                + "', which must be of type bool");
            }
        }
        boolean dense = buffers.stream().anyMatch(b -> b.dense() != null);
        if (dense && buffers.stream().anyMatch(b -> b.dense() == null)) {
            report.add("has split over dense and other buffers; make all of one kind");
        } else if (!dense) {
            plain(function, buffers, report);
        }
    }

    private static boolean isUnique(Param param) {
        return param.creates() || param.effect() != Param.Effect.NONE || param.callback() != null;
    }

    private static void plain(ApiFunction function, List<Buffer> buffers, CheckReport report) {
        ApiFunction.Split split = function.splits().getFirst();
        if (function.splits().size() > 1 || !split.packed().isEmpty()) {
            report.add(
                    "has packed or several splits, which only dense buffers may have; a plain buffer"
                            + " is split over its bytes");
        }
        boolean nested =
                split.count().isNested() || split.advance().stream().anyMatch(Expr.Ref::isNested);
        boolean wide =
                split.count().leaf().type() == Scalar.UINT64
                        || split.count().leaf().type() == Scalar.INT64;
        if (nested || !wide) {
            report.add(
                    "has split over '"
                            + split.count()
                            + "'; without dense buffers, count and advance must be parameters, and"
                            + " count 64 bits wide");
        }
        boolean sized = buffers.stream().allMatch(b -> split.count().equals(b.size()));
        if (!sized || buffers.stream().anyMatch(Buffer::mayBeNull)) {
            report.add(
                    "has split over '"
                            + split.count()
                            + "', which must be the size of every buffer, none of which is optional");
        }
        if (function.mode().asyncIf() != null) {
            report.add(
                    "has split and async_if; without dense buffers make it either sync or async");
        }
    }
}
