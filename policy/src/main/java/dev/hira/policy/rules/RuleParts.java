package dev.hira.policy.rules;

import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;

/** The direct parts of an expression. */
final class RuleParts {
    private RuleParts() {}

    static List<CelExpr> of(CelExpr expression) {
        return switch (expression.getKind()) {
            case CALL -> {
                List<CelExpr> parts = new ArrayList<>(expression.call().args());
                expression.call().target().ifPresent(parts::add);
                yield parts;
            }
            case LIST -> List.copyOf(expression.list().elements());
            default -> List.of();
        };
    }
}
