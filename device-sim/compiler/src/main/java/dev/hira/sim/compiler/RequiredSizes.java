package dev.hira.sim.compiler;

import dev.hira.api.source.SourceKernel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declares in PTX the sizes of groups that kernels require. Clang leaves them out, and PTX that is
 * kept as a program's binary has no other place for them.
 */
final class RequiredSizes {
    private static final Pattern HEADER =
            Pattern.compile("\\.entry ([\\w$.]+)\\([^)]*\\)[^\\n{]*\\n(?=\\{)");

    private RequiredSizes() {}

    static String declare(String ptx, List<SourceKernel> kernels) {
        Map<String, String> declarations = new HashMap<>();
        for (SourceKernel kernel : kernels) {
            List<Integer> sizes = kernel.requiredGroupSize();
            if (sizes.getFirst() > 0) {
                declarations.put(
                        kernel.name(),
                        ".reqntid "
                                + sizes.get(0)
                                + ", "
                                + sizes.get(1)
                                + ", "
                                + sizes.get(2)
                                + "\n");
            }
        }
        return declarations.isEmpty()
                ? ptx
                : HEADER.matcher(ptx)
                        .replaceAll(found ->
                                Matcher.quoteReplacement(
                                        found.group()
                                                + declarations.getOrDefault(found.group(1), "")));
    }
}
