package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.Tuning;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.PtxSource;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.List;

/** Parses heads of kernels and functions and skips their bodies. */
final class FunctionParser {
    private final PtxLexer lexer;
    private final VariableParser variables;
    private final ConstantParser constants;
    private final BodyIndexer bodies;

    FunctionParser(PtxSource source, PtxLexer lexer) {
        this.lexer = lexer;
        this.variables = new VariableParser(lexer);
        this.constants = new ConstantParser(lexer);
        this.bodies = new BodyIndexer(source);
    }

    /** Parses a function, starting at its {@code .entry} or {@code .func}. */
    PtxFunction function(Linkage linkage) {
        boolean entry = lexer.is(".entry");
        lexer.next();
        skipAttribute();
        List<Variable> returns = !entry && lexer.is('(') ? variables.parameters() : List.of();
        int offset = lexer.offset();
        String name = lexer.word("the name of a function");
        List<Variable> parameters = lexer.is('(') ? variables.parameters() : List.of();
        Tuning tuning = tuning();
        int start = -1;
        int end = -1;
        List<Variable> memory = List.of();
        if (lexer.is('{')) {
            start = lexer.end();
            end = bodies.end(start);
            memory = memoryOf(end);
            lexer.jump(end + 1);
        } else {
            lexer.expect(';');
        }
        return new PtxFunction(
                linkage,
                entry,
                name,
                List.copyOf(returns),
                List.copyOf(parameters),
                tuning,
                memory,
                start,
                end,
                offset);
    }

    /** Errors in a declaration are reported when the body is parsed. */
    private List<Variable> memoryOf(int end) {
        try {
            return bodies.memory(end);
        } catch (SyntaxFault toldLater) {
            return List.of();
        }
    }

    private void skipAttribute() {
        if (lexer.accept(".attribute")) {
            lexer.expect('(');
            while (!lexer.is(')') && lexer.kind() != TokenKind.END) {
                lexer.next();
            }
            lexer.expect(')');
        }
    }

    private Tuning tuning() {
        List<Integer> most = List.of();
        List<Integer> required = List.of();
        int blocks = 0;
        int registers = 0;
        boolean noReturn = false;
        List<String> others = new ArrayList<>();
        while (lexer.kind() == TokenKind.DOTTED) {
            String directive = lexer.token();
            lexer.next();
            switch (directive) {
                case ".maxntid" -> most = dimensions();
                case ".reqntid" -> required = dimensions();
                case ".minnctapersm" -> blocks = constants.whole("The blocks", 0, 1 << 20);
                case ".maxnreg" -> registers = constants.whole("The registers", 0, 1 << 20);
                case ".noreturn" -> noReturn = true;
                default -> others.add(directive + other(directive));
            }
        }
        return new Tuning(most, required, blocks, registers, noReturn, List.copyOf(others));
    }

    private String other(String directive) {
        return switch (directive) {
            case ".maxnctapersm",
                    ".maxclusterrank",
                    ".abi_preserve",
                    ".abi_preserve_control",
                    ".reqnctapercluster" ->
                    " " + dimensions();
            case ".explicitcluster", ".blocksareclusters", ".unique" -> "";
            case ".pragma" -> {
                String text = lexer.token();
                lexer.next();
                lexer.expect(';');
                yield " " + text;
            }
            default ->
                    throw lexer.fault(
                            "The directive '" + directive + "' has no meaning for a function.");
        };
    }

    private List<Integer> dimensions() {
        List<Integer> dimensions = new ArrayList<>();
        do {
            dimensions.add(constants.whole("A dimension", 0, Integer.MAX_VALUE));
        } while (lexer.accept(',') && dimensions.size() < 3);
        return List.copyOf(dimensions);
    }
}
