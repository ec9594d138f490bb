package dev.hira.cava.read;

import dev.hira.cava.model.ApiFunction.LaneChange;
import dev.hira.cava.model.ApiFunction.Traces;
import dev.hira.cava.model.History;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.lapis.v1.Current;
import dev.hira.lapis.v1.Function;
import dev.hira.lapis.v1.Record;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the traces that calls of one function leave. */
final class TraceReader {
    private final Resolver resolver;
    private final TypeReader types;
    private final String function;
    private final List<Param> params;
    private final List<Param> results;

    TraceReader(
            Resolver resolver,
            TypeReader types,
            String function,
            List<Param> params,
            List<Param> results) {
        this.resolver = resolver;
        this.types = types;
        this.function = function;
        this.params = params;
        this.results = results;
    }

    Traces read(Function fn) {
        return new Traces(
                fn.hasRecord() ? history(fn.getRecord()) : null,
                fn.hasCurrent() ? lane(fn.getCurrent()) : null,
                fn.getLeavesNothing().isEmpty() ? null : fn.getLeavesNothing());
    }

    private @Nullable History history(Record record) {
        if (record.getClass_() == Record.Class.CLASS_UNSPECIFIED) {
            resolver.report(
                    "record has no class; say CREATES, MODIFIES, REPLACES, UNDOES, ORDERS or"
                            + " DESTROYS");
            return null;
        }
        History.Subject subject = subject(record);
        if (subject == null) {
            return null;
        }
        return new History(
                History.Kind.valueOf(record.getClass_().name()),
                subject,
                record.getSlot().isEmpty() ? function : record.getSlot(),
                fields(record.getPerList(), "record.per"),
                fields(record.getDependsOnList(), "record.depends_on"));
    }

    private History.@Nullable Subject subject(Record record) {
        long said =
                Stream.of(
                                !record.getObject().isEmpty(),
                                !record.getCurrent().isEmpty(),
                                record.getSession())
                        .filter(is -> is)
                        .count();
        if (said != 1) {
            resolver.report("record is about one thing; say either object, current or session");
            return null;
        }
        if (record.getSession()) {
            return new History.WholeSession();
        }
        if (!record.getCurrent().isEmpty()) {
            HandleKind type = type(record.getCurrent(), "record.current");
            return type == null ? null : new History.Current(type);
        }
        return object(record.getObject());
    }

    private History.@Nullable Subject object(String name) {
        for (Param result : results) {
            if (result.name().equals(name)) {
                return new History.Returned(result);
            }
        }
        Param param = param(name, "record.object");
        return param == null ? null : new History.Named(param);
    }

    private @Nullable LaneChange lane(Current current) {
        HandleKind type = type(current.getHandle(), "current.handle");
        if (current.getChange() == Current.Change.CHANGE_UNSPECIFIED) {
            resolver.report("current has no change; say PUSH, POP or SET");
            return null;
        }
        String name = current.getObject();
        Param object = name.isEmpty() ? null : param(name, "current.object");
        return type == null
                ? null
                : new LaneChange(
                        LaneChange.Change.valueOf(current.getChange().name()), type, object);
    }

    private @Nullable HandleKind type(String name, String what) {
        HandleKind found = types.handleType(name);
        if (found == null) {
            resolver.report(what + " names '" + name + "', which is not a handle type");
        }
        return found;
    }

    private List<Field> fields(List<String> names, String what) {
        List<Field> fields = new ArrayList<>();
        for (String name : names) {
            Param param = param(name, what);
            if (param != null) {
                fields.add(param.field());
            }
        }
        return fields;
    }

    private @Nullable Param param(String name, String what) {
        return resolver.param(name, params, what);
    }
}
