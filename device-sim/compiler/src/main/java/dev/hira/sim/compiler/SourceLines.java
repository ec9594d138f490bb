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
     * What clang writes with them and nothing refers to: labels, a section and comments. Labels
     * would divide blocks, and all of it would make PTX longer.
     */
    private static final Pattern UNUSED =
            Pattern.compile(
                    "(?m)^\\$L__(?:tmp|func_begin|func_end)\\d+:\\R"
                            + "|^\\s*\\.section\\s+\\.debug_macinfo\\s*\\{\\s*}\\R"
                            + "|(?<=\\d)[ \\t]+// \\S*:\\d+:\\d+(?: @\\[.*)?$");

    private SourceLines() {}

    /** Returns PTX without what belongs to the directives only in clang's view. */
    static String tidy(String ptx) {
        return UNUSED.matcher(ptx).replaceAll("");
    }
}
