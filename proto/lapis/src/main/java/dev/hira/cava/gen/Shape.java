package dev.hira.cava.gen;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;
import dev.hira.cava.type.Scalar;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shape of the interface's methods: their names, parameters and types. */
public final class Shape {
    private final Api api;
    private final JavaFile file;

    public Shape(Api api, JavaFile file) {
        this.api = api;
        this.file = file;
    }

    public static String functionsClass(Api api) {
        return api.prefix() + "Functions";
    }

    public static String handlesClass(Api api) {
        return api.prefix() + "Handles";
    }

    public static String constantsClass(Api api) {
        return api.prefix() + "Constants";
    }

    public static String exceptionClass(Api api) {
        return api.prefix() + "Exception";
    }

    /** Returns the name of the method that implementations implement. */
    public static String method(ApiFunction function) {
        return function.name() + (function.created().isPresent() ? "As" : "");
    }

    /** Returns that method's parameters: the visible ones, the created name first. */
    public static List<Param> params(ApiFunction function) {
        List<Param> params = new ArrayList<>();
        function.created().filter(p -> !p.hidden()).ifPresent(params::add);
        function.params().stream().filter(p -> !p.hidden() && !p.creates()).forEach(params::add);
        return params;
    }

    /** Returns the parameters without the created name. */
    public static List<Param> paramsOfDefault(ApiFunction function) {
        return params(function).stream().filter(p -> !p.creates()).toList();
    }

    /** Returns {@code type name} for each parameter. */
    public List<String> declarations(List<Param> params) {
        return params.stream().map(p -> type(p) + " " + p.java()).toList();
    }

    /** Returns the return type of the implemented method. */
    public String returned(ApiFunction function) {
        if (function.hasOutcomes()) {
            return api(api.errors().name());
        }
        return switch (function.results().size()) {
            case 0 -> "void";
            case 1 -> type(function.results().getFirst());
            default -> api(resultRecord(function));
        };
    }

    /** Returns the return type of the method without the created name. */
    public String returnedByDefault(ApiFunction function) {
        return function.results().isEmpty() ? "long" : api(defaultRecord(function));
    }

    /** Returns the record that the implemented method returns, if it returns several values. */
    public static String resultRecord(ApiFunction function) {
        return JavaNames.capitalized(method(function)) + "Result";
    }

    /** Returns the record that the method without the created name returns. */
    public static String defaultRecord(ApiFunction function) {
        return JavaNames.capitalized(function.name()) + "Result";
    }

    String type(Param param) {
        if (param.callback() != null) {
            boolean nullable = param.field().nullable();
            return (nullable ? file.nullable() + " " : "") + api(param.callback().type().name());
        }
        boolean nullable = param.buffer() != null && param.buffer().mayBeNull();
        return (nullable ? file.nullable() + " " : "") + type(param.field());
    }

    public String type(Field field) {
        if (field.repeated()) {
            return repeated(field);
        }
        return switch (field.type()) {
            case Scalar scalar -> scalar == Scalar.BYTES ? file.segment() : scalar.java();
            case EnumType type -> api(type.name());
            case Struct struct ->
                    (field.nullable() ? file.nullable() + " " : "") + api(struct.name());
        };
    }

    private String repeated(Field field) {
        return switch (field.type()) {
            case Scalar.STRING -> list("String");
            case Scalar scalar -> scalar.java() + "[]";
            case EnumType type -> list(api(type.name()));
            case Struct struct -> list(api(struct.name()));
        };
    }

    private String list(String element) {
        return file.use("java.util.List") + "<" + element + ">";
    }

    /** Returns the simple name of a class of the API's package. */
    public String api(String simple) {
        return file.use(api.javaPackage(), simple);
    }

    /** Returns a constant of the error enum. */
    public String error(EnumType.Constant constant) {
        return api(api.errors().name()) + "." + constant.name();
    }

    /** Returns a constant of the error enum by its name. */
    public String error(String constant) {
        return api(api.errors().name()) + "." + constant;
    }

    /** Returns the function that reports the calling lane's parent of new objects of a type. */
    public Optional<ApiFunction> parentFrom(HandleKind type) {
        return type.parentFrom() == null ? Optional.empty() : api.function(type.parentFrom());
    }

    public Optional<HandleKind> parentType(HandleKind type) {
        return type.parent() == null ? Optional.empty() : api.handle(type.parent());
    }
}
