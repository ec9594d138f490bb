package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;

/** Emits the classes of constants: of handle types and of functions. */
public final class ConstantsEmitter {
    private ConstantsEmitter() {}

    static JavaFile handles(Api api) {
        JavaFile file = new JavaFile(api.javaPackage(), Shape.handlesClass(api));
        JavaWriter code = file.body();
        code.javadoc("The numbers of the types of objects: the tags of their names.");
        begin(code, Shape.handlesClass(api));
        for (HandleKind handle : api.handles()) {
            code.line("public static final int " + handle.constant() + " = " + handle.tag() + ";");
        }
        end(code, Shape.handlesClass(api));
        return file;
    }

    static JavaFile functions(Api api) {
        JavaFile file = new JavaFile(api.javaPackage(), Shape.functionsClass(api));
        JavaWriter code = file.body();
        code.javadoc("The functions' numbers on the wire, and the digest of the description.");
        begin(code, Shape.functionsClass(api));
        code.javadoc("The API's number.");
        code.line("public static final int API = " + api.id() + ";").blank();
        code.javadoc("Differs between descriptions that differ in more than comments.");
        code.line("public static final long DIGEST = " + digest(api) + ";").blank();
        for (ApiFunction function : api.functions()) {
            code.line(
                    "public static final int " + constant(function) + " = " + function.id() + ";");
        }
        end(code, Shape.functionsClass(api));
        return file;
    }

    public static String constant(ApiFunction function) {
        return JavaNames.constant(function.name());
    }

    public static String digest(Api api) {
        return "0x" + String.format("%016x", api.digest()) + "L";
    }

    private static void begin(JavaWriter code, String name) {
        code.open("public final class " + name);
    }

    private static void end(JavaWriter code, String name) {
        code.blank().line("private " + name + "() {}").close();
    }
}
