package dev.hira.sim.compiler;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * LLVM's textual IR of OpenCL C, before it is optimized. Constant memory is global memory in it:
 * buffers are passed as {@code constant} arguments, and PTX's constant memory cannot be passed.
 */
record OpenClObject(String text) {
    /** Strings come first, because they may contain anything. */
    private static final Pattern CONSTANT = Pattern.compile("\"[^\"]*\"|addrspace\\(4\\)");

    /** Returns the object of what the front end gave. */
    static OpenClObject of(String ir) {
        return new OpenClObject(
                CONSTANT.matcher(ir)
                        .replaceAll(found ->
                                found.group().startsWith("\"")
                                        ? Matcher.quoteReplacement(found.group())
                                        : "addrspace(1)"));
    }
}
