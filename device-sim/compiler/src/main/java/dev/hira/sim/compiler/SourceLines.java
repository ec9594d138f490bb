package dev.hira.sim.compiler;

import java.util.regex.Pattern;

/**
 * The lines of the program in PTX, as directives {@code .loc}, by which the device names them where
 * a kernel fails. They change no instruction.
 */
final class SourceLines {
    /** Makes clang write them, and no other data for debuggers. */
    static final String OPTION = "-debug-info-kind=line-directives-only";

    /**
     * Labels, a section and comments that clang adds to the directives, and that nothing uses.
     * Labels would divide blocks, and all of it would make PTX longer.
     */
    private static final Pattern UNUSED =
            Pattern.compile(
                    "(?m)^\\$L__(?:tmp|func_begin|func_end)\\d+:\\R"
                            + "|^[ \\t]*\\.section[ \\t]+\\.debug_macinfo[ \\t]*\\{[ \\t]*}\\R"
                            + "|(?<=^\\t\\.loc\\t\\d{1,9} \\d{1,9} \\d{1,9})[ \\t]{1,64}//[^\\n]*$");

    private SourceLines() {}

    /** Returns PTX without what belongs to the directives only in clang's view. */
    static String tidy(String ptx) {
        return UNUSED.matcher(ptx).replaceAll("");
    }
}
