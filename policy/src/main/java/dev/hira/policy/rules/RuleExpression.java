package dev.hira.policy.rules;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.Program;
import java.util.Map;
import java.util.Optional;

/**
 * A checked expression that any number of threads may evaluate.
 *
 * <p>Its cost is bounded by the compiler: it has no loops, no patterns, and at most {@link
 * RuleCompiler#MOST_NODES} operations.
 */
final class RuleExpression {
    private final Program program;
    private final Map<String, RuleName> names;
    private final int line;

    RuleExpression(Program program, Map<String, RuleName> names, int line) {
        this.program = program;
        this.names = names;
        this.line = line;
    }

    int line() {
        return line;
    }

    boolean isTrue(RuleScope scope) throws RuleEvaluationException {
        return (Boolean) evaluate(scope);
    }

    long number(RuleScope scope) throws RuleEvaluationException {
        return ((Number) evaluate(scope)).longValue();
    }

    double real(RuleScope scope) throws RuleEvaluationException {
        return ((Number) evaluate(scope)).doubleValue();
    }

    private Object evaluate(RuleScope scope) throws RuleEvaluationException {
        try {
            return program.eval(name -> read(name, scope));
        } catch (CelEvaluationException e) {
            throw new RuleEvaluationException(e);
        }
    }

    private Optional<Object> read(String name, RuleScope scope) {
        RuleName known = names.get(name);
        return known == null ? Optional.empty() : Optional.of(known.reader().read(scope));
    }
}
