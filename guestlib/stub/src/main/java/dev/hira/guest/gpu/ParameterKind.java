package dev.hira.guest.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the PTX of a kernel says of a parameter beyond its size. Compilers declare numbers with a
 * fraction as such; of {@code .u32} and its kin, which handwritten PTX also uses for bits of any
 * meaning, only compiled source is sure.
 */
enum ParameterKind {
    FLOAT("a float"),
    DOUBLE("a double"),
    WHOLE("a whole number"),
    POINTER("a pointer"),
    UNKNOWN("unknown");

    private static final Pattern ENTRY = Pattern.compile("\\.entry\\s+([\\w$]+)\\s*\\(([^)]*)\\)");
    private static final Pattern COMMENT = Pattern.compile("//[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern TYPE =
            Pattern.compile("\\s*\\.param\\s+\\.(f32|f64|[us]\\d+)\\s+(\\.ptr\\b)?[^\\[]*");

    private final String noun;

    ParameterKind(String noun) {
        this.noun = noun;
    }

    /**
     * Returns the kinds of the parameters of each kernel in a text; none for what is not PTX.
     *
     * @param isCompiled whether the compiler of this library made the text
     */
    static Map<String, List<ParameterKind>> ofKernels(String ptx, boolean isCompiled) {
        Map<String, List<ParameterKind>> kernels = new HashMap<>();
        Matcher entry = ENTRY.matcher(ptx);
        while (entry.find()) {
            List<ParameterKind> kinds = new ArrayList<>();
            for (String parameter : COMMENT.matcher(entry.group(2)).replaceAll("").split(",", -1)) {
                kinds.add(of(parameter, isCompiled));
            }
            kernels.put(entry.group(1), List.copyOf(kinds));
        }
        return kernels;
    }

    private static ParameterKind of(String parameter, boolean isCompiled) {
        Matcher type = TYPE.matcher(parameter);
        if (!type.matches()) {
            return UNKNOWN;
        }
        return switch (type.group(1)) {
            case "f32" -> FLOAT;
            case "f64" -> DOUBLE;
            default -> type.group(2) != null ? POINTER : isCompiled ? WHOLE : UNKNOWN;
        };
    }

    /**
     * Returns why an argument of the right size is the wrong one, and what to write instead; null
     * when it is right.
     */
    @Nullable String objection(Object argument) {
        boolean wrong =
                switch (this) {
                    case FLOAT, DOUBLE ->
                            argument instanceof Integer
                                    || argument instanceof Long
                                    || argument instanceof GpuBuffer<?, ?>;
                    case WHOLE, POINTER -> argument instanceof Float || argument instanceof Double;
                    case UNKNOWN -> false;
                };
        if (!wrong) {
            return null;
        }
        String given = argument.getClass().getSimpleName();
        return "is " + noun + ", given " + withArticle(given) + advice(argument);
    }

    /** Returns a type with its indefinite article. */
    static String withArticle(String type) {
        return ("AEIOUaeiou".indexOf(type.charAt(0)) < 0 ? "a " : "an ") + type;
    }

    private String advice(Object argument) {
        return switch (this) {
            case FLOAT -> "; write " + argument + "f";
            case DOUBLE -> argument instanceof Long ? "; write " + argument + ".0" : "";
            case WHOLE ->
                    "; convert it, as in (" + (argument instanceof Float ? "int" : "long") + ") x";
            case POINTER -> "; pass a buffer of this GPU";
            case UNKNOWN -> "";
        };
    }
}
