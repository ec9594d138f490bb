package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Javadocs;
import dev.hira.cava.gen.Shape;
import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.JavaNames;
import java.util.List;

/** Emits the classes of constants: of handle types, of functions and of enums. */
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

    /** Emits the numbers of all enums, for parameters and properties that are plain numbers. */
    static JavaFile numbers(Api api) {
        JavaFile file = new JavaFile(api.javaPackage(), Shape.constantsClass(api));
        JavaWriter code = file.body();
        code.javadoc(
                List.of(
                        "The numbers of all enums but the error codes, by their names. They are for"
                                + " parameters and properties that are plain numbers, such as flags."));
        begin(code, Shape.constantsClass(api));
        for (EnumType type : api.enums()) {
            if (!type.errors()) {
                code.line("// --- " + type.name()).blank();
                type.constants().forEach(each -> number(code, each));
                code.blank();
            }
        }
        code.line("private " + Shape.constantsClass(api) + "() {}").close();
        return file;
    }

    private static void number(JavaWriter code, EnumType.Constant constant) {
        if (!constant.comment().isBlank()) {
            code.javadoc(Javadocs.of(constant.comment(), ""));
        }
        code.line("public static final int " + constant.name() + " = " + constant.number() + ";");
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
