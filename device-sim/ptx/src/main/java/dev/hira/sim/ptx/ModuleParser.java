package dev.hira.sim.ptx;

import dev.hira.sim.ptx.model.Linkage;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.ptx.model.StateSpace;
import dev.hira.sim.ptx.model.Variable;
import dev.hira.sim.ptx.text.Diagnostics;
import dev.hira.sim.ptx.text.PtxLexer;
import dev.hira.sim.ptx.text.PtxSource;
import dev.hira.sim.ptx.text.SyntaxFault;
import dev.hira.sim.ptx.text.TokenKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the declarations of a module. After an error it continues with the next declaration. */
final class ModuleParser {
    /**
     * The largest number of functions and variables of a module. Some analyses take quadratic time.
     */
    private static final int MOST_DECLARATIONS = 1 << 14;

    private final PtxSource source;
    private final Diagnostics diagnostics;
    private final PtxLexer lexer;
    private final VariableParser variableParser;
    private final FunctionParser functionParser;
    private final ConstantParser constants;

    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private final Map<String, PtxFunction> functions = new LinkedHashMap<>();
    private final Map<String, String> aliases = new LinkedHashMap<>();
    private PtxModule.@Nullable Version version;
    private List<String> target = List.of();
    private int addressSize = 32;

    ModuleParser(PtxSource source, Diagnostics diagnostics) {
        this.source = source;
        this.diagnostics = diagnostics;
        this.lexer = new PtxLexer(source, 0, 0);
        this.variableParser = new VariableParser(lexer);
        this.functionParser = new FunctionParser(source, lexer);
        this.constants = new ConstantParser(lexer);
    }

    PtxModule parse() {
        lexer.open(source.text().length());
        guarded(lexer::next);
        while (lexer.kind() != TokenKind.END) {
            guarded(this::declaration);
        }
        PtxModule.Version known = version;
        if (known == null) {
            diagnostics.report(0, "The module has no .version.");
            known = new PtxModule.Version(0, 0);
        } else if (target.isEmpty()) {
            diagnostics.report(0, "The module has no .target.");
        }
        diagnostics.throwIfAny();
        return new PtxModule(source, known, target, addressSize, variables, functions, aliases);
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (SyntaxFault fault) {
            diagnostics.report(fault);
            recover();
        }
    }

    private void recover() {
        try {
            while (lexer.kind() != TokenKind.END && !lexer.is(';') && !lexer.is('{')) {
                lexer.next();
            }
            if (lexer.is('{')) {
                lexer.jump(new BodyIndexer(source).end(lexer.end()) + 1);
            } else {
                lexer.accept(';');
            }
        } catch (SyntaxFault endless) {
            lexer.finish();
        }
    }

    private void declaration() {
        if (lexer.accept(';')) {
            return;
        }
        if (functions.size() + variables.size() >= MOST_DECLARATIONS) {
            diagnostics.stop(
                    lexer.offset(),
                    "This module is too large: it can have "
                            + MOST_DECLARATIONS
                            + " functions and variables; split it.");
        }
        Linkage linkage = linkage();
        switch (lexer.token()) {
            case ".version" -> version();
            case ".target" -> target();
            case ".address_size" -> {
                lexer.next();
                addressSize = constants.whole("The size of an address", 32, 64);
            }
            case ".entry", ".func" -> add(functionParser.function(linkage));
            case ".file" -> file();
            case ".section" -> section();
            case ".pragma" -> {
                lexer.next();
                lexer.next();
                lexer.expect(';');
            }
            case ".alias" -> alias();
            case ".loc" -> skipLocation();
            default -> variables(linkage);
        }
    }

    private Linkage linkage() {
        Linkage linkage = Linkage.INTERNAL;
        for (@Nullable Linkage next = Linkage.of(lexer.token());
                next != null;
                next = Linkage.of(lexer.token())) {
            linkage = next;
            lexer.next();
        }
        return linkage;
    }

    private void version() {
        lexer.next();
        String[] parts = lexer.token().split("\\.", -1);
        if (lexer.kind() != TokenKind.FLOAT || parts.length != 2 || lexer.token().length() > 7) {
            throw lexer.fault("Expected a version like 9.0 but found " + lexer.described() + ".");
        }
        try {
            version = new PtxModule.Version(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        } catch (NumberFormatException malformed) {
            throw lexer.fault("Expected a version like 9.0 but found " + lexer.described() + ".");
        }
        if (version.major() > PtxModule.NEWEST_MAJOR) {
            diagnostics.report(
                    lexer.offset(),
                    "The module is PTX "
                            + lexer.token()
                            + " but versions up to "
                            + PtxModule.NEWEST_MAJOR
                            + ".x are known.");
        }
        lexer.next();
    }

    private void target() {
        List<String> targets = new ArrayList<>();
        do {
            lexer.next();
            targets.add(lexer.word("a target like sm_75"));
        } while (lexer.is(','));
        target = List.copyOf(targets);
    }

    /** Skips a source's name, which may have its folder before it. */
    private void file() {
        lexer.next();
        constants.whole("A file's number", 0, Integer.MAX_VALUE);
        lexer.next();
        if (lexer.kind() == TokenKind.STRING) {
            lexer.next();
        }
        while (lexer.accept(',')) {
            constants.constant();
        }
    }

    /** Skips debugging data. */
    private void section() {
        lexer.next();
        lexer.next();
        if (!lexer.is('{')) {
            throw lexer.fault("Expected the section's '{' but found " + lexer.described() + ".");
        }
        lexer.jump(new BodyIndexer(source).end(lexer.end()) + 1);
    }

    private void alias() {
        lexer.next();
        String name = lexer.word("a function's name");
        lexer.expect(',');
        aliases.put(name, lexer.word("a function's name"));
        lexer.expect(';');
    }

    private void skipLocation() {
        lexer.next();
        for (int i = 0; i < 3; i++) {
            constants.whole("a location");
        }
    }

    private void variables(Linkage linkage) {
        if (StateSpace.of(lexer.token()) == null) {
            throw lexer.fault(
                    "Expected a declaration like .entry or .global but found "
                            + lexer.described()
                            + ".");
        }
        for (Variable variable : variableParser.declaration(linkage)) {
            Variable known = variables.get(variable.name());
            if (known != null && !declaredOnly(known) && !declaredOnly(variable)) {
                diagnostics.report(
                        variable.offset(),
                        "The variable '"
                                + variable.name()
                                + "' is declared already, in line "
                                + source.line(known.offset())
                                + ".");
            }
            if (known == null || declaredOnly(known)) {
                variables.put(variable.name(), variable);
            }
        }
    }

    private static boolean declaredOnly(Variable variable) {
        return variable.linkage() == Linkage.EXTERN || variable.linkage() == Linkage.COMMON;
    }

    private void add(PtxFunction function) {
        PtxFunction known = functions.get(function.name());
        if (known != null && known.defined() && function.defined()) {
            diagnostics.report(
                    function.offset(),
                    "The function '"
                            + function.name()
                            + "' is defined already, in line "
                            + source.line(known.offset())
                            + ".");
        }
        if (known == null || !known.defined()) {
            functions.put(function.name(), function);
            for (Variable variable : function.memory()) {
                if (variable.inDeviceMemory()) {
                    String name = variable.nameWithin(function);
                    variables.put(name, variable.renamed(name));
                }
            }
        }
    }
}
