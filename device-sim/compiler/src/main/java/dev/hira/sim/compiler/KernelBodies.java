package dev.hira.sim.compiler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rewrites the textual IR of a whole program in OpenCL C where LLVM 20 compiles it wrongly:
 *
 * <ul>
 *   <li>A call of a kernel. PTX has no such calls, and clang makes them by a calling convention for
 *       which LLVM takes them for unreachable. The kernel becomes a function, its body, and a
 *       kernel that calls the body.
 *   <li>A kernel's parameter that is a vector of two bytes, which LLVM reads as four bytes. The
 *       kernel takes 16 bits, and gives its body the vector.
 *   <li>A function that takes or returns such a vector, also inside a structure: LLVM fails, or
 *       writes too much. It is inlined everywhere and left out itself, as OpenCL C always allows:
 *       functions neither recur nor have addresses.
 * </ul>
 */
final class KernelBodies {
    private static final String TWO_BYTES = "<2 x i8>";
    private static final String KERNEL_CALL = "spir_kernel void @";
    private static final String BODY = "__hira_body_";

    /** Above the numbers that clang gives to groups of attributes and to metadata. */
    private static final int FIRST_NUMBER = 1 << 28;

    private static final Pattern STRUCTURE = Pattern.compile("(?m)^(%[\\w.$]+) = type (.*)$");
    private static final Pattern CALL = Pattern.compile(KERNEL_CALL + "([\\w$.]+)\\(");
    private static final Pattern HEAD =
            Pattern.compile("(?m)^define ([^@\n]*)@([\\w$.]+)(\\([^\n]*) \\{$");
    private static final Pattern ATTRIBUTES = Pattern.compile(" #(\\d{1,8})\\b");
    private static final Pattern GROUP = Pattern.compile("(?m)^attributes #(\\d+) = \\{(.*)}$");
    private static final Pattern NOT_INLINED = Pattern.compile("\\b(?:noinline|optnone) ");
    private static final Pattern LINES = Pattern.compile(" !dbg !(\\d+)");
    private static final Pattern VALUE_NAME = Pattern.compile(" %[\\w.$]+$");

    private final String ir;
    private final Set<String> called = new HashSet<>();
    private final Set<String> bodies = new HashSet<>();
    private final Map<String, String> groups = new HashMap<>();
    private final Map<String, String> inlinedGroups = new TreeMap<>();
    private final StringBuilder added = new StringBuilder("\n");
    private final Pattern small;
    private int nextNumber = FIRST_NUMBER;

    private KernelBodies(String ir) {
        this.ir = ir;
        CALL.matcher(ir).results().forEach(call -> called.add(call.group(1)));
        GROUP.matcher(ir).results().forEach(group -> groups.put(group.group(1), group.group(2)));
        small = smallTypes(ir);
    }

    /** Returns the IR of a whole program in a form that LLVM compiles rightly. */
    static String rewrite(String ir) {
        boolean concerned = ir.contains(KERNEL_CALL) || ir.contains(TWO_BYTES);
        return concerned ? new KernelBodies(ir).rewritten() : ir;
    }

    private String rewritten() {
        String functions =
                HEAD.matcher(ir)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(
                                        head(
                                                found.group(),
                                                found.group(1),
                                                found.group(2),
                                                found.group(3))));
        String calls =
                CALL.matcher(functions)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(
                                        bodies.contains(found.group(1))
                                                ? "void @" + BODY + found.group(1) + "("
                                                : found.group()));
        inlinedGroups.forEach((number, words) ->
                added.append("attributes #").append(number).append(" = {" + words + "}\n"));
        return calls + added;
    }

    /** Returns a pattern that finds vectors of two bytes and structures that contain them. */
    private static Pattern smallTypes(String ir) {
        Map<String, String> structures = new HashMap<>();
        STRUCTURE
                .matcher(ir)
                .results()
                .forEach(type -> structures.put(type.group(1), type.group(2)));
        Set<String> names = new HashSet<>();
        Pattern found = Pattern.compile(Pattern.quote(TWO_BYTES));
        for (int known = -1; known < names.size(); ) {
            known = names.size();
            for (Map.Entry<String, String> type : structures.entrySet()) {
                if (found.matcher(type.getValue()).find()) {
                    names.add("|" + Pattern.quote(type.getKey()) + "(?![\\w.$])");
                }
            }
            found = Pattern.compile(Pattern.quote(TWO_BYTES) + String.join("", names));
        }
        return found;
    }

    /**
     * Returns the first line of a function, which may now be a kernel's body.
     *
     * @param line the first line as clang wrote it
     * @param before what stands before the name
     * @param rest the parameters in parentheses, and what follows them
     */
    private String head(String line, String before, String name, String rest) {
        int end = closing(rest);
        String parameters = rest.substring(1, end);
        String after = rest.substring(end + 1);
        if (!before.contains("ptx_kernel ")) {
            return small.matcher(before + parameters).find()
                    ? inlined(
                            before.replace("dso_local ", "internal ") + "@" + name,
                            parameters,
                            after)
                    : line;
        }
        List<String> types = types(parameters);
        if (!called.contains(name) && types.stream().noneMatch(KernelBodies::isTwoBytes)) {
            return line;
        }
        bodies.add(name);
        addKernel(before, name, types, after);
        String facts = first(ATTRIBUTES, after) + first(LINES, after);
        return inlined("internal void @" + BODY + name, parameters, facts);
    }

    private static boolean isTwoBytes(String type) {
        return type.startsWith(TWO_BYTES);
    }

    /** Adds a kernel that calls its body. */
    private void addKernel(String before, String name, List<String> types, String after) {
        List<String> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        StringBuilder vectors = new StringBuilder();
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i);
            if (isTwoBytes(type)) {
                parameters.add(type.replace(TWO_BYTES, "i16") + " %p" + i);
                arguments.add(type + " %v" + i);
                vectors.append("  %v" + i + " = bitcast i16 %p" + i + " to " + TWO_BYTES + "\n");
            } else {
                parameters.add(type + " %p" + i);
                arguments.add(type + " %p" + i);
            }
        }
        String facts = after.replace(first(LINES, after), "");
        String call = "  call void @" + BODY + name + "(" + String.join(", ", arguments) + ")";
        String head = "define " + before + "@" + name + "(" + String.join(", ", parameters) + ")";
        Matcher lines = LINES.matcher(after);
        if (lines.find()) {
            int function = copyOfNode(lines.group(1));
            int location = nextNumber++;
            added.append("!" + location + " = !DILocation(line: 0, scope: !" + function + ")\n");
            facts += " !dbg !" + function;
            call += ", !dbg !" + location;
        }
        added.append(head + facts + " {\n" + vectors + call + "\n  ret void\n}\n");
    }

    /** Copies what the debugging data say of a function, for they may say it of one only. */
    private int copyOfNode(String number) {
        String node = first(Pattern.compile("(?m)^!" + number + " = .*$"), ir);
        int copy = nextNumber++;
        added.append("!" + copy + node.substring(node.indexOf(" = ")) + "\n");
        return copy;
    }

    /**
     * Returns the first line of a function that is inlined wherever it is called.
     *
     * @param after what follows the parameters
     */
    private String inlined(String before, String parameters, String after) {
        String head = "define " + before + "(" + parameters + ")";
        Matcher attributes = ATTRIBUTES.matcher(after);
        if (!attributes.find()) {
            return head + " alwaysinline" + after + " {";
        }
        String group = attributes.group(1);
        String inlinedGroup = Integer.toString(FIRST_NUMBER + Integer.parseInt(group));
        String words = NOT_INLINED.matcher(groups.getOrDefault(group, " ")).replaceAll("");
        inlinedGroups.put(inlinedGroup, " alwaysinline" + words);
        return head + attributes.replaceFirst(" #" + inlinedGroup) + " {";
    }

    /** Returns the types of parameters, with their attributes and without their names. */
    private static List<String> types(String parameters) {
        List<String> types = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= parameters.length(); i++) {
            char c = i < parameters.length() ? parameters.charAt(i) : ',';
            if (c == ',' && depth == 0) {
                String parameter = parameters.substring(start, i).strip();
                if (!parameter.isEmpty()) {
                    types.add(VALUE_NAME.matcher(parameter).replaceFirst(""));
                }
                start = i + 1;
            } else if ("([{<".indexOf(c) >= 0) {
                depth++;
            } else if (")]}>".indexOf(c) >= 0) {
                depth--;
            }
        }
        return types;
    }

    /** Returns the place of the parenthesis that closes the one at the beginning of a text. */
    private static int closing(String text) {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return text.length() - 1;
    }

    private static String first(Pattern pattern, String text) {
        return pattern.matcher(text).results().findFirst().map(MatchResult::group).orElse("");
    }
}
