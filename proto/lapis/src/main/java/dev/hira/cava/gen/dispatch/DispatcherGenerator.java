package dev.hira.cava.gen.dispatch;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.PackageInfo;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.model.Api;
import java.util.List;
import java.util.SortedMap;

/** Generates the server's side, which decodes commands and executes them on an implementation. */
public final class DispatcherGenerator implements Generator {
    @Override
    public SortedMap<String, String> generate(Api api) {
        String javaPackage = api.javaPackage() + ".dispatch";
        return InterfaceGenerator.texts(
                List.of(
                        new DispatcherEmitter(api, javaPackage).emit(),
                        PackageInfo.emit(
                                javaPackage,
                                "The server's side of the API "
                                        + api.name()
                                        + ". Entry type: {@link "
                                        + javaPackage
                                        + "."
                                        + api.prefix()
                                        + "Dispatcher}.")));
    }
}
