package dev.hira.sim.compiler;

import dev.hira.api.source.SourceKernel;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Declares in PTX the sizes of groups that kernels require. Clang leaves them out, and PTX that is
 * kept as a program's binary has no other place for them.
 */
final class RequiredSizes {
    private RequiredSizes() {}

    static String declare(String ptx, List<SourceKernel> kernels) {
        String text = ptx;
        for (SourceKernel kernel : kernels) {
            List<Integer> sizes = kernel.requiredGroupSize();
            if (sizes.getFirst() > 0) {
                Pattern header =
                        Pattern.compile(
                                "(\\.entry "
                                        + Pattern.quote(kernel.name())
                                        + "\\([^)]*\\)[^\\n{]*\\n)(?=\\{)");
                String words = sizes.get(0) + ", " + sizes.get(1) + ", " + sizes.get(2);
                text =
                        header.matcher(text)
                                .replaceFirst(
                                        "$1"
                                                + Matcher.quoteReplacement(
                                                        ".reqntid " + words + "\n"));
            }
        }
        return text;
    }
}
