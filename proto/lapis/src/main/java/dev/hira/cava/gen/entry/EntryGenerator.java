package dev.hira.cava.gen.entry;

import dev.hira.cava.gen.Generator;
import dev.hira.cava.gen.PackageInfo;
import dev.hira.cava.gen.driver.InterfaceGenerator;
import dev.hira.cava.model.Api;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Generates the side of an API that programs call from C, for an API whose prototypes lie in a
 * folder as {@code <name of the API in small letters>.h}.
 */
public final class EntryGenerator implements Generator {
    private final Path folder;

    /** Creates a generator that finds prototypes in a folder. */
    public EntryGenerator(Path folder) {
        this.folder = folder;
    }

    @Override
    public SortedMap<String, String> generate(Api api) {
        Path file = folder.resolve(api.prefix().toLowerCase(Locale.ROOT) + ".h");
        if (!file.toFile().isFile()) {
            return new TreeMap<>();
        }
        String javaPackage = api.javaPackage() + ".entry";
        return InterfaceGenerator.texts(
                List.of(
                        new EntryEmitter(api, javaPackage, PrototypeReader.read(file)).emit(),
                        PackageInfo.emit(
                                javaPackage,
                                "The functions of the API "
                                        + api.name()
                                        + " as programs call them from C. Entry type: {@link "
                                        + javaPackage
                                        + "."
                                        + api.prefix()
                                        + "Entry}.")));
    }
}
