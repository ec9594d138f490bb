package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Scalar;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Checks that a late output has a stream, and a function that calls back when the stream's earlier
 * work is done.
 */
final class LateRule implements Rule {
    @Override
    public void check(Api api, ApiFunction function, CheckReport report) {
        List<Param> late =
                function.params().stream()
                        .filter(p -> p.buffer() != null && p.buffer().late() != null)
                        .toList();
        for (Param param : late) {
            late(api, function, param, Objects.requireNonNull(param.buffer()), report);
        }
        if (late.isEmpty() && function.lateMarker() != null) {
            report.add("has a late_marker but no buffer that is late; remove it");
        }
    }

    private static void late(
            Api api, ApiFunction function, Param param, Buffer buffer, CheckReport report) {
        Field stream = Objects.requireNonNull(buffer.late());
        if (!buffer.direction().out()) {
            report.add(param, "is late but no output; remove buffer.late");
        }
        if (stream.handle() == null) {
            report.add(
                    param,
                    "comes late with '"
                            + stream.name()
                            + "', which is not a handle; name the stream's parameter");
            return;
        }
        if (function.lateMarker() == null) {
            report.add(
                    param,
                    "is late, but the function has no late_marker; name the function that calls back"
                            + " when earlier work of a "
                            + stream.handle().name()
                            + " is done");
            return;
        }
        marker(api, function.lateMarker(), stream, report);
    }

    private static void marker(Api api, String name, Field stream, CheckReport report) {
        Optional<ApiFunction> marker = api.function(name);
        if (marker.isEmpty()) {
            report.add("late_marker names '" + name + "', which is not a function of the API");
            return;
        }
        List<Param> params = marker.get().params();
        long streams =
                params.stream()
                        .filter(p -> Objects.equals(p.field().handle(), stream.handle()))
                        .count();
        long callbacks = params.stream().filter(p -> p.callback() != null).count();
        boolean othersAreNumbers =
                params.stream()
                        .allMatch(p ->
                                p.field().type() instanceof Scalar scalar && scalar.isInteger());
        if (streams != 1 || callbacks != 1 || !othersAreNumbers) {
            report.add(
                    "late_marker names "
                            + name
                            + ", which must have one "
                            + Objects.requireNonNull(stream.handle()).name()
                            + ", one callback, and otherwise only numbers as parameters");
        }
    }
}
