package dev.hira.policy.rules;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds comparisons of {@code call.name} with names that no API has. Such a condition never holds,
 * so a rule with a misspelled function would have no effect.
 */
final class FunctionNames {
    private static final String NAME = "call.name";
    private static final int SHOWN = 5;

    private final Set<String> known;

    /**
     * @param known the functions of all APIs; empty: nothing is checked
     */
    FunctionNames(Set<String> known) {
        this.known = known;
    }

    /**
     * Returns the first constant that is compared with {@code call.name} and is not a function;
     * null: none.
     */
    @Nullable CelExpr unknown(CelExpr expression) {
        if (known.isEmpty()) {
            return null;
        }
        List<CelExpr> parts = RuleParts.of(expression);
        if (comparesNames(expression)) {
            return constants(parts).stream().filter(this::isUnknown).findFirst().orElse(null);
        }
        return parts.stream().map(this::unknown).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private boolean isUnknown(CelExpr text) {
        return !known.contains(text.constant().stringValue());
    }

    /** Returns the error text for a constant. */
    String problem(CelExpr constant) {
        String name = constant.constant().stringValue();
        return "no API has a function '"
                + name
                + "', so that this never holds; there are "
                + near(name);
    }

    private static boolean comparesNames(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.CALL
                && Set.of("_==_", "_!=_", "@in").contains(expression.call().function())
                && RuleParts.of(expression).stream().anyMatch(FunctionNames::isName);
    }

    private static boolean isName(CelExpr part) {
        return part.getKind() == CelExpr.ExprKind.Kind.IDENT && part.ident().name().equals(NAME);
    }

    private static boolean isText(CelExpr part) {
        return part.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && part.constant().getKind() == CelConstant.Kind.STRING_VALUE;
    }

    private static List<CelExpr> constants(List<CelExpr> parts) {
        List<CelExpr> all = new ArrayList<>();
        for (CelExpr part : parts) {
            if (part.getKind() == CelExpr.ExprKind.Kind.LIST) {
                all.addAll(constants(RuleParts.of(part)));
            } else if (isText(part)) {
                all.add(part);
            }
        }
        return all;
    }

    /** Returns the function names that share the longest prefixes with this one. */
    private String near(String name) {
        return known.stream()
                        .sorted(
                                Comparator.comparingInt((String other) -> -alike(name, other))
                                        .thenComparing(Comparator.naturalOrder()))
                        .limit(SHOWN)
                        .collect(Collectors.joining(", "))
                + (known.size() > SHOWN ? ", …" : "");
    }

    private static int alike(String a, String b) {
        int same = 0;
        while (same < Math.min(a.length(), b.length()) && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        return same;
    }
}
