package dev.hira.cava.gen.stub;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.PackageInfo;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.model.Api;
import java.util.List;
import java.util.SortedMap;

/** Generates the guest's side: an implementation of the interface that sends commands. */
public final class StubGenerator implements Generator {
    @Override
    public SortedMap<String, String> generate(Api api) {
        String javaPackage = api.javaPackage() + ".stub";
        return InterfaceGenerator.texts(
                List.of(
                        new StubEmitter(api, javaPackage).emit(),
                        PackageInfo.emit(
                                javaPackage,
                                "The guest's side of the API "
                                        + api.name()
                                        + ". Entry type: {@link "
                                        + javaPackage
                                        + "."
                                        + api.prefix()
                                        + "Stub}.")));
    }
}
