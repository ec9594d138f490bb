package dev.hira.cava.gen.driver;

import dev.hira.cava.gen.JavaFile;
import dev.hira.cava.gen.JavaWriter;
import dev.hira.cava.gen.Javadocs;
import dev.hira.cava.model.Api;
import dev.hira.cava.type.EnumType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Emits an enum with the numbers of the description. */
final class EnumEmitter {
    private EnumEmitter() {}

    static JavaFile emit(Api api, EnumType type) {
        JavaFile file = new JavaFile(api.javaPackage(), type.name());
        JavaWriter code = file.body();
        code.javadoc(Javadocs.of(type.comment(), "An enumeration of " + api.name() + "."));
        code.open("public enum " + type.name());
        constants(code, type);
        members(code, type);
        find(file, type);
        code.blank();
        of(code, type);
        code.close();
        return file;
    }

    private static void constants(JavaWriter code, EnumType type) {
        List<EnumType.Constant> constants = type.constants();
        for (int i = 0; i < constants.size(); i++) {
            EnumType.Constant constant = constants.get(i);
            if (!constant.comment().isBlank()) {
                code.blank().javadoc(Javadocs.of(constant.comment(), ""));
            }
            String end = i + 1 < constants.size() ? "," : ";";
            code.list(constant.name(), arguments(type, constant), end);
        }
    }

    /** Error codes carry their comment, so that programs can show it. */
    private static List<String> arguments(EnumType type, EnumType.Constant constant) {
        String number = Integer.toString(constant.number());
        return type.errors() ? List.of(number, quoted(constant.comment())) : List.of(number);
    }

    private static String quoted(String comment) {
        String text = comment.strip().replaceAll("\\s+", " ");
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static void members(JavaWriter code, EnumType type) {
        code.blank().line("private final int value;");
        if (type.errors()) {
            code.line("private final String description;").blank();
            code.open(type.name() + "(int value, String description)");
            code.line("this.value = value;").line("this.description = description;").close();
        } else {
            code.blank().open(type.name() + "(int value)").line("this.value = value;").close();
        }
        code.blank().javadoc("Returns the number in the description and on the wire.");
        code.open("public int value()").line("return value;").close().blank();
        if (type.errors()) {
            code.javadoc("Returns the code's meaning as a sentence.");
            code.open("public String description()").line("return description;").close().blank();
        }
    }

    private static void find(JavaFile file, EnumType type) {
        JavaWriter code = file.body();
        code.javadoc("Returns the constant with a number, or null.");
        code.open("public static " + file.nullable() + " " + type.name() + " find(int value)");
        code.open("return switch (value)");
        Set<Integer> seen = new HashSet<>();
        for (EnumType.Constant constant : type.constants()) {
            if (seen.add(constant.number())) {
                code.line("case " + constant.number() + " -> " + constant.name() + ";");
            }
        }
        code.line("default -> null;").close(";").close();
    }

    private static void of(JavaWriter code, EnumType type) {
        code.javadoc(
                List.of(
                        "Returns the constant with a number.",
                        "",
                        "@throws IllegalArgumentException when no constant has this number"));
        code.open("public static " + type.name() + " of(int value)");
        code.line(type.name() + " found = find(value);");
        code.open("if (found == null)");
        code.list(
                "throw new IllegalArgumentException",
                List.of("value + \" is not a value of " + type.name() + "\""),
                ";");
        code.close().line("return found;").close();
    }
}
