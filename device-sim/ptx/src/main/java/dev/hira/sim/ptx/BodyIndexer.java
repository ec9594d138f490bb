package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Blanks;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.PtxSource;
import dev.hira.sim.ptx.text.SyntaxFault;
import java.util.ArrayList;
import java.util.List;

/** Finds the end of a body in braces, and the memory that it declares, without tokenizing it. */
final class BodyIndexer {
    private final PtxSource source;
    private final String text;
    private final List<Integer> memory = new ArrayList<>();

    BodyIndexer(PtxSource source) {
        this.source = source;
        this.text = source.text();
    }

    /**
     * Returns the offset of the brace that closes a body.
     *
     * @param start offset after the opening brace
     * @throws SyntaxFault when no brace closes the body
     */
    int end(int start) {
        memory.clear();
        int depth = 1;
        boolean atStart = true;
        boolean inLocation = false;
        for (int at = Blanks.skip(text, start, text.length()); at < text.length(); ) {
            char c = text.charAt(at);
            if (c == '}' && --depth == 0) {
                return at;
            }
            if (c == '{') {
                depth++;
            } else if (atStart && c == '.' && declaresMemory(at)) {
                memory.add(at);
            }
            boolean isDirective = atStart && c == '.';
            inLocation = isDirective ? isLocation(at) : (inLocation && !isOpcode(at));
            atStart = c == '{' || c == '}' || c == ';' || c == ':' || inLocation;
            at = Blanks.skip(text, c == '"' ? behindString(at) : behind(at), text.length());
        }
        throw new SyntaxFault(start - 1, "The body that starts here has no end.");
    }

    /** Nothing marks the end of a location: what follows it is a start. */
    private boolean isLocation(int at) {
        return text.startsWith(".loc", at) && !text.startsWith(".local", at);
    }

    private boolean isOpcode(int at) {
        char c = text.charAt(at);
        return c == '@'
                || (Character.isLetter(c)
                        && text.charAt(at - 1) != '.'
                        && !text.startsWith("function_name", at)
                        && !text.startsWith("inlined_at", at));
    }

    private boolean declaresMemory(int at) {
        return text.startsWith(".shared", at)
                || text.startsWith(".local", at)
                || text.startsWith(".global", at)
                || text.startsWith(".const", at);
    }

    /**
     * Returns the offset after a run of characters that are neither marks nor blanks, or after one
     * mark.
     */
    private int behind(int at) {
        int end = at;
        while (end < text.length() && PtxLexer.isWordPart(text.charAt(end))) {
            end++;
        }
        return Math.max(end, at + 1);
    }

    private int behindString(int at) {
        int end = at + 1;
        while (end < text.length() && text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(end + 1, text.length());
    }

    /** Returns the variables in memory that the body last passed to {@link #end} declares. */
    List<Variable> memory(int end) {
        List<Variable> variables = new ArrayList<>();
        for (int at : memory) {
            PtxLexer lexer = new PtxLexer(source, at, end);
            variables.addAll(new VariableParser(lexer).declaration(Linkage.INTERNAL));
        }
        return List.copyOf(variables);
    }
}
