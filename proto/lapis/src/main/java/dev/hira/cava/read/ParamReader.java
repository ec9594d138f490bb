package dev.hira.cava.read;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import dev.hira.cava.expr.Expr;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.lapis.v1.Callback;
import dev.hira.lapis.v1.Dense;
import dev.hira.lapis.v1.Lapis;
import dev.hira.lapis.v1.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the parameters and returned values of one function. */
final class ParamReader {
    private final Resolver resolver;
    private final List<CallbackType> callbacks;
    private List<Field> returned = List.of();

    ParamReader(Resolver resolver, List<CallbackType> callbacks) {
        this.resolver = resolver;
        this.callbacks = callbacks;
    }

    List<Param> params(Descriptor message, List<Field> arguments, List<Field> results) {
        returned = results;
        return all(message, arguments);
    }

    /** Reads returned values, whose expressions may name parameters too. */
    List<Param> results(Descriptor message, List<Field> arguments, List<Field> results) {
        resolver.enter(Stream.concat(results.stream(), arguments.stream()).toList(), message);
        return all(message, results);
    }

    private List<Param> all(Descriptor message, List<Field> fields) {
        List<Param> params = new ArrayList<>();
        for (FieldDescriptor descriptor : message.getFields()) {
            Value value = descriptor.getOptions().getExtension(Lapis.value);
            params.add(param(fields.get(descriptor.getIndex()), value));
        }
        return params;
    }

    private Param param(Field field, Value value) {
        return new Param(
                field,
                value.getCreates() ? creation(field, value) : null,
                effect(field, value),
                value.getNameIs().isEmpty()
                        ? null
                        : resolver.number(value.getNameIs(), "name_is", field),
                value.getHidden(),
                value.hasBuffer() ? buffer(field, value.getBuffer()) : null,
                value.hasCallback() ? callback(value.getCallback()) : null);
    }

    private Param.Effect effect(Field field, Value value) {
        List<Param.Effect> effects = new ArrayList<>();
        if (value.getDestroys()) {
            effects.add(Param.Effect.DESTROYS);
        }
        if (value.getRetains()) {
            effects.add(Param.Effect.RETAINS);
        }
        if (value.getReleases()) {
            effects.add(Param.Effect.RELEASES);
        }
        if (effects.size() > 1) {
            resolver.report(
                    field,
                    "'" + field.name() + "' is destroyed, retained or released; keep one of them");
        }
        return effects.isEmpty() ? Param.Effect.NONE : effects.getFirst();
    }

    private Param.Creation creation(Field field, Value value) {
        return new Param.Creation(
                value.getExtent().isEmpty()
                        ? null
                        : resolver.number(value.getExtent(), "extent", field),
                value.getParent().isEmpty() ? null : resolver.field(value.getParent(), "parent"),
                resolver.fields(value.getDependsOnList(), "depends_on"));
    }

    private @Nullable Buffer buffer(Field field, dev.hira.lapis.v1.Buffer buffer) {
        if (buffer.getDirection() == dev.hira.lapis.v1.Buffer.Direction.DIRECTION_UNSPECIFIED) {
            resolver.report(
                    field,
                    "the buffer '" + field.name() + "' has no direction; say IN, OUT or INOUT");
            return null;
        }
        if (buffer.getSize().isEmpty() && !buffer.getOwnSize()) {
            resolver.report(
                    field,
                    "the buffer '"
                            + field.name()
                            + "' has no size; give it size: \"…\" with an expression, or own_size:"
                            + " true for the whole segment");
        }
        return new Buffer(
                Buffer.Direction.valueOf(buffer.getDirection().name()),
                buffer.getSize().isEmpty()
                        ? null
                        : resolver.number(buffer.getSize(), "buffer.size", field),
                buffer.getElement(),
                buffer.getNullable(),
                buffer.getWhen().isEmpty()
                        ? null
                        : resolver.condition(buffer.getWhen(), "buffer.when", field),
                buffer.getActual().isEmpty() ? null : actual(field, buffer.getActual()),
                buffer.getLate().isEmpty() ? null : resolver.field(buffer.getLate(), "buffer.late"),
                buffer.getZeroCopy(),
                buffer.hasDense() ? dense(field, buffer.getDense()) : null);
    }

    private @Nullable Field actual(Field buffer, String name) {
        for (Field field : returned) {
            if (field.name().equals(name)) {
                return field;
            }
        }
        resolver.report(
                buffer,
                "buffer.actual names '"
                        + name
                        + "', which the function does not return; it returns "
                        + String.join(", ", returned.stream().map(Field::name).toList()));
        return null;
    }

    private Buffer.@Nullable Dense dense(Field field, Dense dense) {
        Expr rowBytes = resolver.number(dense.getRowBytes(), "dense.row_bytes", field);
        Expr rows = resolver.number(dense.getRows(), "dense.rows", field);
        Expr.Ref pitch = resolver.reference(dense.getPitch(), "dense.pitch", field);
        Expr slices =
                dense.getSlices().isEmpty()
                        ? null
                        : resolver.number(dense.getSlices(), "dense.slices", field);
        Expr.Ref x = place(dense.getX(), "dense.x", field);
        Expr.Ref y = place(dense.getY(), "dense.y", field);
        Expr.Ref z = place(dense.getZ(), "dense.z", field);
        Expr.Ref sliceRows = place(dense.getSliceRows(), "dense.slice_rows", field);
        if (rowBytes == null || rows == null || pitch == null) {
            return null;
        }
        return new Buffer.Dense(rowBytes, rows, slices, pitch, x, y, z, sliceRows);
    }

    private Expr.@Nullable Ref place(String name, String what, Field field) {
        return name.isEmpty() ? null : resolver.reference(name, what, field);
    }

    private Param.@Nullable CallbackUse callback(Callback callback) {
        Field livesWith =
                callback.getLivesWith().isEmpty()
                        ? null
                        : resolver.field(callback.getLivesWith(), "callback.lives_with");
        if (!callback.getUserData().isEmpty()) {
            resolver.field(callback.getUserData(), "callback.user_data");
        }
        for (CallbackType type : callbacks) {
            if (type.name().equals(callback.getType())) {
                return new Param.CallbackUse(type, callback.getOnce(), livesWith);
            }
        }
        resolver.report(
                "unknown callback type '"
                        + callback.getType()
                        + "'; the services with callbacks_of declare "
                        + String.join(", ", callbacks.stream().map(CallbackType::name).toList()));
        return null;
    }
}
