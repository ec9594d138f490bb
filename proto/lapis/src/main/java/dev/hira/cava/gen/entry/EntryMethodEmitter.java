package dev.hira.cava.gen.entry;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.entry.Prototype.Parameter;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Buffer;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Emits the method that decodes one function. Parameters of C that the description lacks (lengths
 * of lists, places of results) follow OpenCL's habits: a length precedes its list, a list without
 * one ends with 0, an event is the place of a new event.
 */
final class EntryMethodEmitter {
    private static final String ENQUEUE = "clEnqueue";

    private final Api api;
    private final JavaFile file;
    private final ApiFunction function;
    private final Prototype prototype;
    private final JavaWriter code;
    private final Shape shape;

    EntryMethodEmitter(Api api, JavaFile file, ApiFunction function, Prototype prototype) {
        this.api = api;
        this.file = file;
        this.function = function;
        this.prototype = prototype;
        this.code = file.body();
        this.shape = new Shape(api, file);
    }

    void emit() {
        code.openList(
                "private static long " + function.name(),
                List.of("CCall call", api.interfaceName() + " driver"),
                "");
        Optional<Param> counted =
                function.params().stream()
                        .filter(p ->
                                p.effect() == Param.Effect.RETAINS
                                        || p.effect() == Param.Effect.RELEASES)
                        .findFirst();
        if (counted.isPresent()) {
            counted(counted.get());
        } else {
            body();
        }
        code.close();
    }

    private void counted(Param param) {
        int place = prototype.place(param.name());
        HandleKind type = Objects.requireNonNull(param.field().handle());
        String invalid = invalid(param.field());
        String object = "call.object(" + place + ", " + kind(type) + ", " + invalid + ")";
        code.line(
                param.effect() == Param.Effect.RETAINS
                        ? "return call.retain(" + object + ");"
                        : "return call.release(" + object + ", " + invalid + ");");
    }

    private void body() {
        List<Param> params = Shape.paramsOfDefault(function);
        List<String> arguments = new ArrayList<>();
        String event = "";
        for (Param param : params) {
            if (isNewEvent(param)) {
                event = param.java();
                newEvent(param);
            } else if (!isInfo(param)) {
                code.assign(shape.declarations(List.of(param)).getFirst(), value(param));
            }
            arguments.add(param.java());
        }
        String invocation = "driver." + function.name();
        Optional<Param> info = params.stream().filter(this::isInfo).findFirst();
        if (info.isPresent()) {
            info(info.get(), invocation, arguments);
        } else if (!event.isEmpty()) {
            code.open("try");
            code.list(invocation, arguments, ";");
            code.reopen("catch (RuntimeException refused)");
            code.line("call.abandon(driver, " + event + ");").line("throw refused;").close();
            code.line(
                    "return call.giveEvent("
                            + prototype.place("event")
                            + ", "
                            + event
                            + ", call.word("
                            + prototype.place("command_queue")
                            + "));");
        } else {
            result(invocation, arguments);
        }
    }

    private void result(String invocation, List<String> arguments) {
        Optional<Param> created = function.created();
        if (created.isPresent()) {
            Param.Creation creation = Objects.requireNonNull(created.get().creation());
            HandleKind type = Objects.requireNonNull(created.get().field().handle());
            String parent =
                    creation.dependsOn().isEmpty()
                            ? "0"
                            : "call.word("
                                    + prototype.place(creation.dependsOn().getFirst().name())
                                    + ")";
            code.list("long created = " + invocation, arguments, ";");
            code.line("return call.created(" + kind(type) + ", created, " + parent + ");");
        } else if (function.results().isEmpty()) {
            code.list(invocation, arguments, ";").line("return 0;");
        } else if (function.results().getFirst().field().repeated()) {
            int place = prototype.place(function.results().getFirst().name());
            Parameter list = prototype.params().get(place);
            code.list("long[] all = " + invocation, arguments, ";");
            code.line(
                    "return call.list("
                            + (place - 1)
                            + ", "
                            + kind(list).orElseThrow()
                            + ", all);");
        } else {
            boolean memory = function.results().getFirst().field().type() == Scalar.BYTES;
            code.list("return " + invocation, arguments, memory ? ".address();" : ";");
        }
    }

    private boolean isNewEvent(Param param) {
        return param.name().equals("event")
                && prototype.params().stream().anyMatch(p -> p.type().equals("cl_event*"));
    }

    private void newEvent(Param param) {
        String command =
                JavaNames.constant(function.name().substring(ENQUEUE.length()))
                        .replace("_WITH_WAIT_LIST", "")
                        .replace("ND_RANGE", "NDRANGE")
                        .replace("MEM_FILL", "MEMFILL");
        code.assign(
                "long " + param.java(),
                "call.word("
                        + prototype.place("event")
                        + ") == 0 ? 0 : driver.clCreateEventHIRA(command_queue, "
                        + shape.api("ClCommandType")
                        + ".CL_COMMAND_"
                        + command
                        + ")");
    }

    private boolean isInfo(Param param) {
        return param.buffer() != null && param.buffer().actual() != null;
    }

    private void info(Param value, String invocation, List<String> arguments) {
        int place = prototype.place(value.name());
        String size = "param_value_size";
        code.line(
                file.segment()
                        + " "
                        + value.java()
                        + " = call.infoValue("
                        + place
                        + ", "
                        + size
                        + ");");
        List<String> values =
                arguments.stream()
                        .map(a -> a.equals(size) ? "CCall.size(" + value.java() + ")" : a)
                        .toList();
        code.list("long needed = " + invocation, values, ";");
        code.line(
                "return call.info("
                        + place
                        + ", param_name.value(), "
                        + value.java()
                        + ", needed);");
    }

    private String value(Param param) {
        Field field = param.field();
        int place = prototype.place(field.name());
        Parameter declared = prototype.params().get(place);
        Optional<String> kind = kind(declared);
        if (kind.isPresent()) {
            return object(field, place, kind.get());
        }
        if (param.buffer() != null) {
            return buffer(param.buffer(), place);
        }
        if (field.repeated()) {
            return hasLength(place)
                    ? "call.words(" + (place - 1) + ", " + place + ")"
                    : "call.properties(" + place + ")";
        }
        return switch (field.type()) {
            case EnumType type ->
                    "call.known(" + shape.api(type.name()) + ".find(call.number(" + place + ")))";
            case Struct struct ->
                    declared.base().equals("size_t")
                            ? sizes(field, place)
                            : "call.struct" + struct.name() + "(" + place + ")";
            case Scalar scalar -> scalar(scalar, place);
        };
    }

    private String scalar(Scalar type, int place) {
        return switch (type) {
            case BOOL -> "call.number(" + place + ") != 0";
            case STRING -> "call.text(" + place + ")";
            case BYTES -> "call.memory(" + place + ", " + size(place) + ")";
            default ->
                    type.java().equals("int")
                            ? "call.number(" + place + ")"
                            : "call.word(" + place + ")";
        };
    }

    private String object(Field field, int place, String kind) {
        if (field.repeated()) {
            return "call.names("
                    + (place - 1)
                    + ", "
                    + place
                    + ", "
                    + kind
                    + ", "
                    + invalid(field, kind)
                    + ")";
        }
        boolean optional = field.handle() == null || field.nullable();
        return "call."
                + (optional ? "nameOrNone" : "name")
                + "("
                + place
                + ", "
                + kind
                + ", "
                + invalid(field, kind)
                + ")";
    }

    private String buffer(Buffer buffer, int place) {
        String size =
                switch (buffer.size()) {
                    case null -> size(place);
                    case Expr.Ref ref when ref.path().size() == 1 -> ref.leaf().java();
                    default -> "CCall.UNBOUNDED";
                };
        return "call."
                + (buffer.nullable() ? "memoryOrNull" : "memory")
                + "("
                + place
                + ", "
                + size
                + ")";
    }

    /** The size of memory follows it; where it does not, only the driver knows it. */
    private String size(int place) {
        return prototype.params().get(place + 1).type().equals("size_t")
                ? "call.word(" + (place + 1) + ")"
                : "CCall.UNBOUNDED";
    }

    /** Ranges have as many dimensions as the call says, or three. */
    private String sizes(Field field, int place) {
        String dimensions =
                prototype.find("work_dim").map(k -> "call.number(" + k + ")").orElse("3");
        String missing = field.name().endsWith("offset") ? "0" : "1";
        return "call."
                + (field.nullable() ? "sizesOrNull" : "sizes")
                + "("
                + place
                + ", "
                + dimensions
                + ", "
                + missing
                + ")";
    }

    private boolean hasLength(int place) {
        return place > 0
                && prototype.params().get(place - 1).type().equals("cl_uint")
                && prototype.params().get(place - 1).name().startsWith("num_");
    }

    /** Returns the constant for the kind of object that a parameter of C names. */
    private Optional<String> kind(Parameter declared) {
        return switch (declared.base()) {
            case "cl_platform_id" -> Optional.of("CCall.PLATFORM");
            case "cl_device_id" -> Optional.of("CCall.DEVICE");
            default ->
                    api.handles().stream()
                            .filter(h -> declared.base().equals("cl_" + h.name()))
                            .map(this::kind)
                            .findFirst();
        };
    }

    private String kind(HandleKind type) {
        return shape.api(Shape.handlesClass(api)) + "." + type.constant();
    }

    private String invalid(Field field) {
        return invalid(field, kind(Objects.requireNonNull(field.handle())));
    }

    private String invalid(Field field, String kind) {
        String error =
                switch (kind) {
                    case "CCall.PLATFORM" -> "CL_INVALID_PLATFORM";
                    case "CCall.DEVICE" -> "CL_INVALID_DEVICE";
                    default -> field.invalid() != null ? field.invalid() : invalidOf(kind, field);
                };
        return shape.error(error);
    }

    private String invalidOf(String kind, Field field) {
        return api.handles().stream()
                .filter(h -> kind(h).equals(kind))
                .map(HandleKind::invalid)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no error for " + field.name()));
    }
}
