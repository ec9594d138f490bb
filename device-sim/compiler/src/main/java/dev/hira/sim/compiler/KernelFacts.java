package dev.hira.sim.compiler;

import dev.hira.api.source.SourceKernel;
import dev.hira.api.source.SourceKernel.Access;
import dev.hira.api.source.SourceKernel.AddressSpace;
import dev.hira.api.source.SourceKernel.Parameter;
import dev.hira.sim.compiler.clang.BuildFailedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what the metadata of LLVM's textual IR say of kernels. */
final class KernelFacts {
    private static final Pattern NODE = Pattern.compile("(?m)^!(\\d+) = (?:distinct )?!\\{(.*)}$");
    private static final Pattern VALUE =
            Pattern.compile("!\"([^\"]*)\"|\\bi\\d+ (-?\\d+)|\\b(\\w+) undef|(\\w+) poison");
    private static final Pattern KERNEL =
            Pattern.compile("(?m)^define [^@\n]*ptx_kernel [^@\n]*@([\\w$.]+)\\([^\n]*$");
    private static final Pattern ATTACHED = Pattern.compile("!(\\w+) !(\\d+)");
    private static final Pattern ESCAPE = Pattern.compile("\\\\([0-9A-F]{2})");

    /** The most kernels of a program. */
    private static final int MOST_KERNELS = 16_384;

    private final Map<String, List<String>> nodes = new HashMap<>();
    private final String ir;

    KernelFacts(String ir) {
        this.ir = ir;
        Matcher node = NODE.matcher(ir);
        while (node.find()) {
            nodes.put(node.group(1), values(node.group(2)));
        }
    }

    private static List<String> values(String text) {
        List<String> values = new ArrayList<>();
        Matcher value = VALUE.matcher(text);
        while (value.find()) {
            if (value.group(1) != null) {
                values.add(unescaped(value.group(1)));
            } else {
                values.add(value.group(2) != null ? value.group(2) : "");
            }
        }
        return values;
    }

    private static String unescaped(String text) {
        return ESCAPE.matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(
                                String.valueOf((char) Integer.parseInt(found.group(1), 16))));
    }

    /** Returns the kernels in the order of the text. */
    List<SourceKernel> kernels() throws BuildFailedException {
        List<SourceKernel> kernels = new ArrayList<>();
        Matcher kernel = KERNEL.matcher(ir);
        while (kernel.find()) {
            Map<String, List<String>> facts = new HashMap<>();
            Matcher attached = ATTACHED.matcher(kernel.group());
            while (attached.find()) {
                facts.put(attached.group(1), nodes.getOrDefault(attached.group(2), List.of()));
            }
            kernels.add(kernel(kernel.group(1), facts));
            if (kernels.size() > MOST_KERNELS) {
                throw new BuildFailedException(
                        "error: the program has more than "
                                + MOST_KERNELS
                                + " kernels, the most that a device takes; split it");
            }
        }
        return kernels;
    }

    private static SourceKernel kernel(String name, Map<String, List<String>> facts) {
        List<String> types = facts.getOrDefault("kernel_arg_type", List.of());
        List<Parameter> parameters = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            parameters.add(parameter(facts, i));
        }
        List<Integer> required =
                facts.getOrDefault("reqd_work_group_size", List.of("0", "0", "0")).stream()
                        .map(Integer::valueOf)
                        .toList();
        return new SourceKernel(name, parameters, required, attributes(facts));
    }

    private static Parameter parameter(Map<String, List<String>> facts, int i) {
        String base = at(facts, "kernel_arg_base_type", i);
        List<String> qualifiers = List.of(at(facts, "kernel_arg_type_qual", i).split(" "));
        String access = at(facts, "kernel_arg_access_qual", i);
        return new Parameter(
                at(facts, "kernel_arg_name", i),
                at(facts, "kernel_arg_type", i),
                space(at(facts, "kernel_arg_addr_space", i)),
                Access.valueOf(access.toUpperCase(Locale.ROOT)),
                qualifiers.contains("const"),
                qualifiers.contains("restrict"),
                qualifiers.contains("volatile"),
                base.equals("sampler_t"));
    }

    private static String at(Map<String, List<String>> facts, String name, int i) {
        return facts.getOrDefault(name, List.of()).get(i);
    }

    /** The metadata number address spaces as SPIR does. */
    private static AddressSpace space(String number) {
        return switch (number) {
            case "1" -> AddressSpace.GLOBAL;
            case "2" -> AddressSpace.CONSTANT;
            case "3" -> AddressSpace.LOCAL;
            default -> AddressSpace.PRIVATE;
        };
    }

    private static String attributes(Map<String, List<String>> facts) {
        List<String> texts = new ArrayList<>();
        for (String name : List.of("reqd_work_group_size", "work_group_size_hint")) {
            List<String> sizes = facts.get(name);
            if (sizes != null) {
                texts.add(name + "(" + String.join(",", sizes) + ")");
            }
        }
        return String.join(" ", texts);
    }
}
