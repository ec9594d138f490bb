package dev.hira.cava.gen.entry;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.gen.entry.Prototype.Treatment;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import java.util.List;

/** Emits the class that decodes calls from C. */
final class EntryEmitter {
    private final Api api;
    private final List<Prototype> prototypes;
    private final JavaFile file;
    private final JavaWriter code;
    private final Shape shape;
    private final String name;

    EntryEmitter(Api api, String javaPackage, List<Prototype> prototypes) {
        this.api = api;
        this.prototypes = prototypes;
        this.name = api.prefix() + "Entry";
        this.file = new JavaFile(javaPackage, name);
        this.code = file.body();
        this.shape = new Shape(api, file);
    }

    JavaFile emit() {
        String call = file.use("dev.hira.icd.call.CCall");
        String driver = shape.api(api.interfaceName());
        String byHand = file.use("dev.hira.icd.call." + api.prefix() + "ByHand");
        code.javadoc("Decodes calls of " + api.name() + " from C and executes them on a driver.");
        code.open("public final class " + name);
        table();
        code.blank().javadoc("Executes a call, and returns what C's function returns.");
        code.open("public static long call(int slot, " + call + " call, " + driver + " driver)");
        code.line("return switch (slot) {");
        for (Prototype each : prototypes) {
            String value =
                    switch (each.treatment()) {
                        case GENERATED -> each.name() + "(call, driver)";
                        case BY_HAND -> byHand + "." + each.name() + "(call, driver)";
                        case ABSENT -> "throw call.absent()";
                    };
            code.line("    case " + each.slot() + " -> " + value + ";");
        }
        code.line("    default -> throw call.absent();").line("};").close();
        for (Prototype each : prototypes) {
            if (each.treatment() == Treatment.GENERATED) {
                code.blank();
                new EntryMethodEmitter(api, file, function(each), each).emit();
            }
        }
        code.blank().line("private " + name + "() {}").close();
        return file;
    }

    private void table() {
        code.javadoc("The names of the functions by their places; null where there is none.");
        code.line(
                "public static final @"
                        + file.use("org.jspecify.annotations.Nullable")
                        + " String[] NAMES = names();");
        code.blank();
        code.javadoc(
                "For each place: -1 when the function returns a code, else the number of the"
                        + " parameter that receives it, or -2 when there is none.");
        code.line("public static final byte[] CODES = codes();").blank();
        int slots = prototypes.stream().mapToInt(Prototype::slot).max().orElse(-1) + 1;
        code.open("private static @Nullable String[] names()");
        code.line("@Nullable String[] names = new String[" + slots + "];");
        for (Prototype each : prototypes) {
            code.line("names[" + each.slot() + "] = \"" + each.name() + "\";");
        }
        code.line("return names;").close().blank();
        code.open("private static byte[] codes()");
        code.line("byte[] codes = new byte[" + slots + "];");
        for (Prototype each : prototypes) {
            int place = each.returnsCode() ? -1 : each.find("errcode_ret").orElse(-2);
            code.line("codes[" + each.slot() + "] = " + place + ";");
        }
        code.line("return codes;").close();
    }

    private ApiFunction function(Prototype prototype) {
        return api.function(prototype.name())
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "the description has no function "
                                        + prototype.name()
                                        + "; mark its prototype 'by hand' or 'absent'"));
    }
}
