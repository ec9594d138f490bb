package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.Javadocs;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.Param;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.List;

/** Emits records: structs, and the results of functions that return several values. */
final class RecordEmitter {
    private final Api api;

    RecordEmitter(Api api) {
        this.api = api;
    }

    JavaFile struct(Struct struct) {
        return emit(
                struct.name(),
                struct.comment(),
                "A struct of " + api.name() + ".",
                struct.fields());
    }

    /** Emits the records of a function's two forms; none when it returns at most one value. */
    List<JavaFile> results(ApiFunction function) {
        List<JavaFile> files = new ArrayList<>();
        List<Field> values = function.results().stream().map(Param::field).toList();
        String doc = "What " + function.name() + " returns.";
        if (values.size() > 1) {
            files.add(emit(Shape.resultRecord(function), "", doc, values));
        }
        if (function.created().isPresent() && !values.isEmpty()) {
            List<Field> all = new ArrayList<>(List.of(function.created().get().field()));
            all.addAll(values);
            files.add(emit(Shape.defaultRecord(function), "", doc, all));
        }
        return files;
    }

    private JavaFile emit(String name, String comment, String fallback, List<Field> fields) {
        JavaFile file = new JavaFile(api.javaPackage(), name);
        Shape shape = new Shape(api, file);
        List<String> doc = new ArrayList<>(Javadocs.of(comment, fallback));
        Javadocs.params(doc, fields);
        file.body().javadoc(doc);
        file.body()
                .list(
                        "public record " + name,
                        fields.stream().map(f -> shape.type(f) + " " + f.java()).toList(),
                        " {}");
        return file;
    }
}
