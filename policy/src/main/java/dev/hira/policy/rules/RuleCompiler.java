package dev.hira.policy.rules;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks the expressions of one hook: their names, their types and their cost. */
final class RuleCompiler {
    /** Most operations, names and constants of an expression. */
    static final int MOST_NODES = 100;

    private static final int MOST_CHARACTERS = 2_000;
    private static final Pattern PATH = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");
    private static final Pattern NUMBER_WITH_UNIT =
            Pattern.compile("\\b(\\d+)(us|ms|s|KiB|MiB|GiB)\\b");

    /**
     * The allowed functions. Functions with a cost that grows with their arguments without a bound
     * are missing.
     */
    private static final Set<String> FUNCTIONS =
            Set.of(
                    "_&&_",
                    "_||_",
                    "!_",
                    "_?_:_",
                    "_==_",
                    "_!=_",
                    "_<_",
                    "_<=_",
                    "_>_",
                    "_>=_",
                    "_+_",
                    "_-_",
                    "_*_",
                    "_/_",
                    "_%_",
                    "-_",
                    "@in",
                    "int",
                    "double",
                    "size",
                    "startsWith",
                    "endsWith",
                    "contains");

    private final CelCompiler compiler;
    private final CelRuntime runtime;
    private final Map<String, RuleName> names = new HashMap<>();
    private final FunctionNames functions;
    private final ProblemSink problems;

    RuleCompiler(List<RuleName> vocabulary, FunctionNames functions, ProblemSink problems) {
        this.functions = functions;
        this.problems = problems;
        CelOptions options =
                CelOptions.current()
                        .maxExpressionCodePointSize(MOST_CHARACTERS)
                        .maxParseRecursionDepth(32)
                        .build();
        CelCompilerBuilder builder =
                CelCompilerFactory.standardCelCompilerBuilder().setOptions(options);
        for (RuleName name : vocabulary) {
            names.put(name.name(), name);
            builder.addVar(name.name(), type(name.type()));
        }
        this.compiler = builder.build();
        this.runtime = CelRuntimeFactory.plannerRuntimeBuilder().build();
    }

    /** Compiles a condition; null when there are problems. */
    @Nullable RuleExpression condition(Fragment source) {
        return compile(source, Set.of(SimpleType.BOOL), "true or false");
    }

    /** Compiles a whole number; null when there are problems. */
    @Nullable RuleExpression number(Fragment source) {
        return compile(source, Set.of(SimpleType.INT), "a whole number");
    }

    /** Compiles a whole or a real number; null when there are problems. */
    @Nullable RuleExpression real(Fragment source) {
        return compile(source, Set.of(SimpleType.INT, SimpleType.DOUBLE), "a number");
    }

    private @Nullable RuleExpression compile(
            Fragment source, Set<? extends CelType> wanted, String description) {
        CelValidationResult result = compiler.compile(source.text());
        if (result.hasError()) {
            CelIssue first = result.getErrors().getFirst();
            report(source, first.getSourceLocation(), explain(source, first));
            return null;
        }
        try {
            CelAbstractSyntaxTree tree = result.getAst();
            if (!wanted.contains(tree.getResultType())) {
                String is = tree.getResultType().name();
                problems.add(
                        source, 1, 0, "this should be " + description + ", but is of type " + is);
                return null;
            }
            return isBounded(source, tree) && namesFunctions(source, tree)
                    ? new RuleExpression(runtime.createProgram(tree), names, source.line())
                    : null;
        } catch (CelValidationException | CelEvaluationException e) {
            problems.add(source, 1, 0, "this cannot be evaluated: " + e.getMessage());
            return null;
        }
    }

    private boolean isBounded(Fragment source, CelAbstractSyntaxTree tree) {
        CelExpr foreign = foreign(tree.getExpr());
        if (foreign != null) {
            report(
                    source,
                    place(tree, foreign),
                    "rules have no loops, structures and patterns, nor functions but "
                            + FUNCTIONS.stream()
                                    .filter(name -> Character.isLetter(name.charAt(0)))
                                    .sorted()
                                    .collect(Collectors.joining(", ")));
            return false;
        }
        if (nodes(tree.getExpr()) > MOST_NODES) {
            problems.add(
                    source,
                    1,
                    0,
                    "this has %d operations, names and constants; an expression has at most %d"
                            .formatted(nodes(tree.getExpr()), MOST_NODES));
            return false;
        }
        return true;
    }

    private boolean namesFunctions(Fragment source, CelAbstractSyntaxTree tree) {
        CelExpr unknown = functions.unknown(tree.getExpr());
        if (unknown != null) {
            report(source, place(tree, unknown), functions.problem(unknown));
        }
        return unknown == null;
    }

    private static CelSourceLocation place(CelAbstractSyntaxTree tree, CelExpr part) {
        Integer offset = tree.getSource().getPositionsMap().get(part.id());
        return tree.getSource()
                .getOffsetLocation(offset == null ? 0 : offset)
                .orElse(CelSourceLocation.NONE);
    }

    /** Returns the first part that rules may not contain; null: none. */
    private static @Nullable CelExpr foreign(CelExpr expression) {
        boolean allowed =
                switch (expression.getKind()) {
                    case CONSTANT, IDENT, LIST -> true;
                    case CALL -> FUNCTIONS.contains(expression.call().function());
                    default -> false;
                };
        if (!allowed) {
            return expression;
        }
        for (CelExpr part : RuleParts.of(expression)) {
            CelExpr inside = foreign(part);
            if (inside != null) {
                return inside;
            }
        }
        return null;
    }

    private static int nodes(CelExpr expression) {
        int count = 1;
        for (CelExpr part : RuleParts.of(expression)) {
            count += nodes(part);
        }
        return count;
    }

    private String explain(Fragment source, CelIssue issue) {
        if (!issue.getMessage().startsWith("undeclared reference")) {
            Matcher unit = NUMBER_WITH_UNIT.matcher(source.text());
            return unit.find() && issue.getMessage().contains("'" + unit.group(2) + "'")
                    ? "'%s' is no number; write %s * %s"
                            .formatted(unit.group(), unit.group(1), unit.group(2))
                    : issue.getMessage();
        }
        int line = issue.getSourceLocation().getLine();
        int column = Math.max(0, issue.getSourceLocation().getColumn());
        String text = source.text().split("\n", -1)[line - 1];
        Matcher path = PATH.matcher(text);
        String name = path.find(column) && path.start() == column ? path.group() : "";
        return name.isEmpty() || names.containsKey(name)
                ? issue.getMessage()
                : "there is no name '" + name + "' here; there are " + known(name);
    }

    /** Returns the known names with the same prefix, or all names if none has it. */
    private String known(String name) {
        String root = name.contains(".") ? name.substring(0, name.indexOf('.') + 1) : "";
        TreeSet<String> all = new TreeSet<>(names.keySet());
        TreeSet<String> alike = new TreeSet<>(all);
        alike.removeIf(other -> root.isEmpty() || !other.startsWith(root));
        return String.join(", ", alike.isEmpty() ? all : alike);
    }

    private void report(Fragment source, CelSourceLocation at, String message) {
        problems.add(source, at.getLine(), at.getColumn(), message);
    }

    private static CelType type(RuleName.Type type) {
        return switch (type) {
            case INT -> SimpleType.INT;
            case BOOL -> SimpleType.BOOL;
            case TEXT -> SimpleType.STRING;
        };
    }

    /** Receives problems. */
    interface ProblemSink {
        /**
         * Adds a problem in a fragment.
         *
         * @param line line in the fragment, counted from 1
         * @param column column in that line, counted from 0
         */
        void add(Fragment source, int line, int column, String message);
    }
}
