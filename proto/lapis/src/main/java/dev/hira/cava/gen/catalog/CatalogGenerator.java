package dev.hira.cava.gen.catalog;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.PackageInfo;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.model.Api;
import java.util.List;
import java.util.SortedMap;

/** Generates the router's side: the costs of each function and its record rule. */
public final class CatalogGenerator implements Generator {
    @Override
    public SortedMap<String, String> generate(Api api) {
        String javaPackage = api.javaPackage() + ".catalog";
        return InterfaceGenerator.texts(
                List.of(
                        new CatalogEmitter(api, javaPackage).emit(),
                        PackageInfo.emit(
                                javaPackage,
                                "The router's knowledge of the API "
                                        + api.name()
                                        + ". Entry type: {@link "
                                        + javaPackage
                                        + "."
                                        + api.prefix()
                                        + "Catalog}.")));
    }
}
