package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Statement;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.PtxSource;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the body of a function. After an error it continues after the next semicolon. */
final class BodyParser {
    private static final int DEEPEST = 100;

    /**
     * The largest number of statements in a body; a kernel with more has too many steps in any
     * case.
     */
    private static final int MOST_STATEMENTS = 1 << 19;

    private final PtxLexer lexer;
    private final Diagnostics diagnostics;
    private final VariableParser variables;
    private final OperandParser operands;
    private final ConstantParser constants;
    private final Map<String, String> words = new HashMap<>();
    private int count;

    BodyParser(PtxSource source, PtxFunction function, Diagnostics diagnostics) {
        this.lexer = new PtxLexer(source, function.bodyStart(), function.bodyEnd());
        this.diagnostics = diagnostics;
        this.variables = new VariableParser(lexer);
        this.operands = new OperandParser(lexer);
        this.constants = new ConstantParser(lexer);
    }

    List<Statement> parse() {
        List<Statement> statements = new ArrayList<>();
        while (lexer.kind() != TokenKind.END) {
            statements.addAll(statements(0));
            if (lexer.is('}')) {
                diagnostics.report(lexer.offset(), "This brace closes nothing.");
                lexer.next();
            }
        }
        return List.copyOf(statements);
    }

    private List<Statement> statements(int depth) {
        List<Statement> statements = new ArrayList<>();
        while (lexer.kind() != TokenKind.END && !lexer.is('}')) {
            try {
                statement(statements, depth);
            } catch (SyntaxFault fault) {
                diagnostics.report(fault);
                recover();
            }
        }
        return statements;
    }

    private void recover() {
        while (lexer.kind() != TokenKind.END && !lexer.is(';') && !lexer.is('}')) {
            try {
                lexer.next();
            } catch (SyntaxFault endless) {
                return;
            }
        }
        lexer.accept(';');
    }

    private void statement(List<Statement> into, int depth) {
        if (lexer.accept(';')) {
            return;
        }
        if (++count > MOST_STATEMENTS) {
            diagnostics.stop(
                    lexer.offset(),
                    "This function is too large: it can have "
                            + MOST_STATEMENTS
                            + " statements; split it.");
        }
        if (lexer.is('{')) {
            into.add(block(depth));
        } else if (lexer.kind() == TokenKind.DOTTED) {
            directive(into);
        } else {
            labelOrInstruction(into);
        }
    }

    private Statement block(int depth) {
        if (depth >= DEEPEST) {
            throw lexer.fault("Blocks are nested deeper than " + DEEPEST + " levels.");
        }
        int opening = lexer.offset();
        lexer.next();
        List<Statement> inner = statements(depth + 1);
        if (!lexer.accept('}')) {
            diagnostics.report(opening, "This brace is not closed.");
        }
        return new Statement.Block(List.copyOf(inner));
    }

    private void directive(List<Statement> into) {
        String directive = lexer.token();
        switch (directive) {
            case ".loc" -> into.add(location());
            case ".pragma" -> into.add(pragma());
            default -> {
                if (StateSpace.of(directive) == null) {
                    throw lexer.fault(
                            "The directive '"
                                    + directive
                                    + "' has no meaning in a function's body.");
                }
                into.add(new Statement.Declaration(variables.declaration(Linkage.INTERNAL)));
            }
        }
    }

    private Statement pragma() {
        lexer.next();
        String text = lexer.token();
        if (lexer.kind() != TokenKind.STRING) {
            throw lexer.fault("A pragma needs text in quotes.");
        }
        lexer.next();
        lexer.expect(';');
        return new Statement.Pragma(text);
    }

    private Statement location() {
        lexer.next();
        int file = constants.whole("A file's number", 0, Integer.MAX_VALUE);
        int line = constants.whole("A line", 0, Integer.MAX_VALUE);
        int column = constants.whole("A column", 0, Integer.MAX_VALUE);
        while (lexer.accept(',')) {
            inlined();
        }
        return new Statement.Location(file, line, column);
    }

    /** Skips the function into which a location was inlined: only debuggers need it. */
    private void inlined() {
        String what = lexer.word("'function_name' or 'inlined_at'");
        if (what.equals("function_name")) {
            constants.constant();
        } else {
            for (int i = 0; i < 3; i++) {
                constants.whole("a location");
            }
        }
    }

    private void labelOrInstruction(List<Statement> into) {
        Statement.@Nullable Guard guard = guard();
        int offset = lexer.offset();
        String word = lexer.word("an instruction");
        if (guard == null && lexer.accept(':')) {
            labelled(word, offset, into);
            return;
        }
        List<String> modifiers = new ArrayList<>();
        while (lexer.kind() == TokenKind.DOTTED) {
            modifiers.add(shared(lexer.token()));
            lexer.next();
        }
        into.add(
                new Statement.Instruction(
                        guard,
                        shared(word),
                        List.copyOf(modifiers),
                        operands.operands(word.equals("call")),
                        offset));
    }

    /** Returns one string for all equal ones: a body repeats a small set of opcodes. */
    private String shared(String word) {
        String known = words.putIfAbsent(word, word);
        return known == null ? word : known;
    }

    private Statement.@Nullable Guard guard() {
        int offset = lexer.offset();
        if (!lexer.accept('@')) {
            return null;
        }
        boolean negated = lexer.accept('!');
        return new Statement.Guard(lexer.word("a predicate"), negated, offset);
    }

    private void labelled(String name, int offset, List<Statement> into) {
        if (lexer.accept(".branchtargets")) {
            into.add(new Statement.BranchTargets(name, names(), offset));
        } else if (lexer.accept(".calltargets")) {
            into.add(new Statement.CallTargets(name, names(), offset));
        } else if (lexer.accept(".callprototype")) {
            into.add(prototype(name, offset));
        } else {
            into.add(new Statement.Label(name, offset));
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        do {
            names.add(lexer.word("a name"));
        } while (lexer.accept(','));
        lexer.expect(';');
        return List.copyOf(names);
    }

    private Statement prototype(String name, int offset) {
        List<Variable> returns = lexer.is('(') ? variables.parameters() : List.of();
        lexer.word("'_'");
        List<Variable> parameters = lexer.is('(') ? variables.parameters() : List.of();
        while (lexer.kind() == TokenKind.DOTTED || lexer.kind() == TokenKind.INTEGER) {
            lexer.next();
        }
        lexer.expect(';');
        return new Statement.Prototype(name, returns, parameters, offset);
    }
}
