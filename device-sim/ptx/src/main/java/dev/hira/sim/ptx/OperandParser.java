package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Constant;
import dev.hira.sim.ptx.model.Operand;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses operands of instructions. */
final class OperandParser {
    private static final int DEEPEST = 16;

    private final PtxLexer lexer;
    private final ConstantParser constants;
    private int depth;
    private boolean groups;

    OperandParser(PtxLexer lexer) {
        this.lexer = lexer;
        this.constants = new ConstantParser(lexer);
    }

    /**
     * Parses operands up to and including the semicolon.
     *
     * @param call whether parentheses hold arguments instead of an expression
     */
    List<Operand> operands(boolean call) {
        depth = 0;
        groups = call;
        List<Operand> operands = new ArrayList<>();
        if (lexer.accept(';')) {
            return operands;
        }
        do {
            operands.add(operand());
        } while (lexer.accept(','));
        lexer.expect(';');
        return operands;
    }

    private Operand operand() {
        if (++depth > DEEPEST) {
            throw lexer.fault("The operands are nested deeper than " + DEEPEST + " levels.");
        }
        Operand first = single();
        if (lexer.accept('|')) {
            first = new Operand.Pair(first, single());
        }
        depth--;
        return first;
    }

    private Operand single() {
        if (lexer.accept('{')) {
            return new Operand.Vector(list('}'));
        }
        if (groups && lexer.accept('(')) {
            return new Operand.Group(list(')'));
        }
        if (lexer.accept('[')) {
            return address();
        }
        if (lexer.is('!') || lexer.is('-')) {
            return turned();
        }
        return lexer.kind() == TokenKind.WORD ? named() : immediate();
    }

    private List<Operand> list(char end) {
        List<Operand> elements = new ArrayList<>();
        if (lexer.accept(end)) {
            return elements;
        }
        do {
            elements.add(operand());
        } while (lexer.accept(','));
        lexer.expect(end);
        return List.copyOf(elements);
    }

    private Operand turned() {
        char sign = lexer.token().charAt(0);
        int before = lexer.offset();
        lexer.next();
        if (lexer.kind() == TokenKind.WORD) {
            return new Operand.Turned(sign, named());
        }
        lexer.back(before);
        return immediate();
    }

    private Operand immediate() {
        return new Operand.Immediate(constants.constant());
    }

    private Operand named() {
        int offset = lexer.offset();
        if (lexer.accept("_")) {
            return new Operand.Sink();
        }
        if (lexer.is("generic") || lexer.is("WARP_SZ")) {
            return immediate();
        }
        String name = lexer.word("a name");
        if (lexer.kind() == TokenKind.DOTTED) {
            String component = lexer.token();
            lexer.next();
            return new Operand.Component(name, component, offset);
        }
        if (lexer.is('+') || lexer.is('-')) {
            return new Operand.Immediate(new Constant.AddressOf(name, displacement(), false, 0));
        }
        if (lexer.accept('[')) {
            long index = constants.whole("an index");
            lexer.expect(']');
            return new Operand.Immediate(new Constant.AddressOf(name, index, false, 0));
        }
        return new Operand.Name(name, offset);
    }

    /** Parses a sign and a number, which may have a sign of its own. */
    private long displacement() {
        boolean minus = lexer.is('-');
        lexer.next();
        long value = constants.whole("an offset");
        return minus ? -value : value;
    }

    private Operand address() {
        @Nullable Operand base = null;
        long offset = 0;
        if (lexer.kind() == TokenKind.WORD) {
            int at = lexer.offset();
            String name = lexer.word("a name");
            base = new Operand.Name(name, at);
            if (lexer.is('+') || lexer.is('-')) {
                offset = displacement();
            }
        } else {
            offset = constants.whole("an address");
        }
        List<Operand> rest = new ArrayList<>();
        while (lexer.accept(',')) {
            rest.add(operand());
        }
        lexer.expect(']');
        return new Operand.Address(base, offset, List.copyOf(rest));
    }
}
