package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Initializer;
import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses declarations of variables, registers and parameters. */
final class VariableParser {
    private static final int MOST_REGISTERS = 1 << 20;
    private static final long LARGEST = 1L << 40;
    private static final int DEEPEST = 32;

    private final PtxLexer lexer;
    private final ConstantParser constants;

    VariableParser(PtxLexer lexer) {
        this.lexer = lexer;
        this.constants = new ConstantParser(lexer);
    }

    /**
     * The part of a declaration before the name.
     *
     * @param pointee see {@link Variable#pointee}
     */
    private record Head(
            StateSpace space,
            ScalarType type,
            int vector,
            int align,
            @Nullable StateSpace pointee) {}

    /** Parses a declaration from after its linkage up to its semicolon. */
    List<Variable> declaration(Linkage linkage) {
        Head head = head();
        List<Variable> variables = new ArrayList<>();
        do {
            variables.add(variable(linkage, head, lexer.word("the name of a variable")));
        } while (lexer.accept(','));
        lexer.expect(';');
        return variables;
    }

    /** Parses parameters in parentheses. */
    List<Variable> parameters() {
        lexer.expect('(');
        List<Variable> parameters = new ArrayList<>();
        if (lexer.accept(')')) {
            return parameters;
        }
        do {
            Head head = head();
            parameters.add(variable(Linkage.INTERNAL, head, lexer.word("a parameter's name")));
        } while (lexer.accept(','));
        lexer.expect(')');
        return parameters;
    }

    private Head head() {
        @Nullable StateSpace space = StateSpace.of(lexer.token());
        if (space == null) {
            throw lexer.fault(
                    "Expected a state space like .param but found " + lexer.described() + ".");
        }
        lexer.next();
        @Nullable ScalarType type = null;
        int vector = 1;
        int align = 0;
        @Nullable StateSpace pointee = null;
        boolean pointer = false;
        while (lexer.kind() == TokenKind.DOTTED) {
            String directive = lexer.token();
            @Nullable ScalarType named = ScalarType.of(directive);
            if (named != null) {
                type = named;
                lexer.next();
            } else if (directive.equals(".align")) {
                lexer.next();
                int asked = alignment();
                align = pointer ? align : asked; // behind .ptr, of the memory that it points to
            } else if (directive.equals(".v2")
                    || directive.equals(".v3")
                    || directive.equals(".v4")
                    || directive.equals(".v8")) {
                vector = directive.charAt(2) - '0';
                lexer.next();
            } else {
                pointer |= directive.equals(".ptr");
                pointee = pointee == null ? pointee(directive) : pointee;
                hint(directive);
            }
        }
        if (type == null) {
            throw lexer.fault("The declaration names no type before " + lexer.described() + ".");
        }
        return new Head(space, type, vector, align, pointee);
    }

    /** Returns the space that a directive behind {@code .ptr} names, or null. */
    private static @Nullable StateSpace pointee(String directive) {
        return switch (directive) {
            case ".global", ".const", ".shared", ".local" -> StateSpace.of(directive);
            default -> null;
        };
    }

    private int alignment() {
        int offset = lexer.offset();
        int align = constants.whole("An alignment", 1, 1 << 16);
        if (Integer.bitCount(align) != 1) {
            throw new SyntaxFault(offset, "The alignment " + align + " is not a power of two.");
        }
        return align;
    }

    /**
     * Parses a directive that describes a pointer, or asks for a placement that the simulated
     * device provides anyway.
     */
    private void hint(String directive) {
        switch (directive) {
            case ".attribute" -> {
                lexer.next();
                lexer.expect('(');
                while (!lexer.is(')') && lexer.kind() != TokenKind.END) {
                    lexer.next();
                }
                lexer.expect(')');
            }
            case ".ptr",
                    ".global",
                    ".const",
                    ".shared",
                    ".local",
                    ".param",
                    ".unified",
                    ".managed" ->
                    lexer.next();
            default ->
                    throw lexer.fault(
                            "The directive '" + directive + "' has no meaning in a declaration.");
        }
    }

    private Variable variable(Linkage linkage, Head head, String name) {
        int offset = lexer.offset();
        int count = 0;
        if (lexer.accept('<')) {
            count = registers();
            lexer.expect('>');
        }
        List<Long> dimensions = new ArrayList<>();
        long bytes = Math.max(1, head.type.bytes() * head.vector);
        while (lexer.accept('[')) {
            long dimension = lexer.is(']') ? 0 : constants.whole("the size of an array");
            bytes = sized(bytes, dimension, offset, name);
            dimensions.add(dimension);
            lexer.expect(']');
        }
        @Nullable Initializer initial = lexer.accept('=') ? initializer(0) : null;
        if (initial instanceof Initializer.Many(var elements, _)
                && !dimensions.isEmpty()
                && dimensions.getFirst() == 0) {
            dimensions.set(0, (long) elements.size());
        }
        int natural = head.type.bytes() * (head.vector == 3 ? 4 : head.vector);
        int align = Math.max(head.align, head.align == 0 ? natural : 1);
        return new Variable(
                linkage,
                head.space,
                head.type,
                head.vector,
                name,
                count,
                List.copyOf(dimensions),
                align,
                head.pointee,
                initial,
                offset);
    }

    /**
     * Parses the number of registers that share a name. An expression parser would take the closing
     * mark for an operator.
     */
    private int registers() {
        if (lexer.kind() == TokenKind.INTEGER
                && Literals.number(lexer) instanceof Constant.Whole(long count)
                && count >= 0
                && count <= MOST_REGISTERS) {
            lexer.next();
            return Math.max(1, (int) count);
        }
        throw lexer.fault(
                "Expected 0 to "
                        + MOST_REGISTERS
                        + " registers but found "
                        + lexer.described()
                        + ".");
    }

    private static long sized(long bytes, long dimension, int offset, String name) {
        if (dimension < 0 || dimension > LARGEST || Math.max(1, dimension) > LARGEST / bytes) {
            throw new SyntaxFault(
                    offset,
                    "The array '" + name + "' has more than the largest size of 2^40 bytes.");
        }
        return bytes * Math.max(1, dimension);
    }

    private Initializer initializer(int depth) {
        int offset = lexer.offset();
        if (depth > DEEPEST) {
            throw lexer.fault("The initial value is nested deeper than " + DEEPEST + " levels.");
        }
        if (!lexer.accept('{')) {
            return new Initializer.Single(constants.constant(), offset);
        }
        List<Initializer> elements = new ArrayList<>();
        while (!lexer.is('}')) {
            elements.add(initializer(depth + 1));
            if (!lexer.accept(',')) {
                break;
            }
        }
        lexer.expect('}');
        return new Initializer.Many(List.copyOf(elements), offset);
    }
}
