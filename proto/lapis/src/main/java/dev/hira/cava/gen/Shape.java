package dev.hira.cava.gen;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.EnumType;
import dev.hira.cava.model.Field;
import dev.hira.cava.model.Function;
import dev.hira.cava.model.HandleType;
import dev.hira.cava.model.JavaNames;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Scalar;
import dev.hira.cava.model.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the methods of an API's interface look like: their names, parameters and types. */
final class Shape {
    private final Api api;
    private final JavaFile file;

    Shape(Api api, JavaFile file) {
        this.api = api;
        this.file = file;
    }

    static String functionsClass(Api api) {
        return api.prefix() + "Functions";
    }

    static String handlesClass(Api api) {
        return api.prefix() + "Handles";
    }

    static String exceptionClass(Api api) {
        return api.prefix() + "Exception";
    }

    /** The method that implementations implement. */
    static String method(Function function) {
        return function.name() + (function.created().isPresent() ? "As" : "");
    }

    /** The parameters of that method: those that are visible, the created name first. */
    static List<Param> params(Function function) {
        List<Param> params = new ArrayList<>();
        function.created().filter(p -> !p.hidden()).ifPresent(params::add);
        function.params().stream().filter(p -> !p.hidden() && !p.creates()).forEach(params::add);
        return params;
    }

    /** The parameters without the created name. */
    static List<Param> paramsOfDefault(Function function) {
        return params(function).stream().filter(p -> !p.creates()).toList();
    }

    /** {@code type name} of each parameter. */
    List<String> declarations(List<Param> params) {
        return params.stream().map(p -> type(p) + " " + p.java()).toList();
    }

    /** What the implemented method returns. */
    String returned(Function function) {
        if (function.hasOutcomes()) {
            return api(api.errors().name());
        }
        return switch (function.results().size()) {
            case 0 -> "void";
            case 1 -> type(function.results().getFirst());
            default -> api(resultRecord(function));
        };
    }

    /** What the method without the created name returns. */
    String returnedByDefault(Function function) {
        return function.results().isEmpty() ? "long" : api(defaultRecord(function));
    }

    /** The record that the implemented method returns, if it returns several values. */
    static String resultRecord(Function function) {
        return JavaNames.capitalized(method(function)) + "Result";
    }

    /** The record that the method without the created name returns. */
    static String defaultRecord(Function function) {
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

    String type(Field field) {
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

    /** The simple name of a class of the API's package. */
    String api(String simple) {
        return file.use(api.javaPackage(), simple);
    }

    /** A constant of the error enum. */
    String error(EnumType.Constant constant) {
        return api(api.errors().name()) + "." + constant.name();
    }

    /** A constant of the error enum by its name. */
    String error(String constant) {
        return api(api.errors().name()) + "." + constant;
    }

    /** The function by which the calling lane's parent of new objects of a type is known. */
    Optional<Function> parentFrom(HandleType type) {
        return type.parentFrom() == null ? Optional.empty() : api.function(type.parentFrom());
    }

    Optional<HandleType> parentType(HandleType type) {
        return type.parent() == null ? Optional.empty() : api.handle(type.parent());
    }
}
