package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.PackageInfo;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Generates an API's plain Java interface and the types that it uses. */
public final class InterfaceGenerator implements Generator {
    @Override
    public SortedMap<String, String> generate(Api api) {
        List<JavaFile> files = new ArrayList<>();
        files.add(new DriverEmitter(api).emit());
        files.add(new CheckedEmitter(api).emit());
        files.add(new ExceptionEmitter(api).emit());
        files.add(ConstantsEmitter.handles(api));
        files.add(ConstantsEmitter.functions(api));
        if (api.enums().stream().anyMatch(type -> !type.errors())) {
            files.add(ConstantsEmitter.numbers(api));
        }
        for (EnumType type : api.enums()) {
            files.add(EnumEmitter.emit(api, type));
        }
        RecordEmitter records = new RecordEmitter(api);
        for (Struct struct : api.structs()) {
            files.add(records.struct(struct));
        }
        for (ApiFunction function : api.functions()) {
            files.addAll(records.results(function));
        }
        for (CallbackType callback : api.callbacks()) {
            files.add(CallbackEmitter.emit(api, callback));
        }
        files.add(
                PackageInfo.emit(
                        api.javaPackage(),
                        "The API "
                                + api.name()
                                + " as plain Java. Entry type: {@link "
                                + api.javaPackage()
                                + "."
                                + api.interfaceName()
                                + "}."));
        return texts(files);
    }

    public static SortedMap<String, String> texts(List<JavaFile> files) {
        SortedMap<String, String> texts = new TreeMap<>();
        files.forEach(f -> texts.put(f.path(), f.text()));
        return texts;
    }
}
