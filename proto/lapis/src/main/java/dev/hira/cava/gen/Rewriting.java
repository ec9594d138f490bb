package dev.hira.cava.gen;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.Struct;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Replacements for some parameters, or for some fields of struct parameters. */
public final class Rewriting {
    private final Shape shape;
    private final Map<List<Field>, String> values = new LinkedHashMap<>();

    public Rewriting(Shape shape) {
        this.shape = shape;
    }

    public void put(Expr.Ref ref, String value) {
        values.put(ref.path(), value);
    }

    /** Like {@link #put}, but keeps the original value when a condition holds. */
    public void putUnless(Expr.Ref ref, String condition, String value) {
        String current = values.getOrDefault(ref.path(), ApiValues.path(ref.path()));
        String same = " ? " + ApiValues.path(ref.path()) + " : " + value;
        if (current.endsWith(same)) {
            String earlier = current.substring(0, current.length() - same.length());
            values.put(ref.path(), earlier + " && " + condition + same);
        } else {
            String kept = current.contains("?") ? "(" + current + ")" : current;
            values.put(ref.path(), condition + " ? " + kept + " : " + value);
        }
    }

    /** Returns whether a parameter has replacements. */
    public boolean concerns(Field parameter) {
        return values.keySet().stream().anyMatch(path -> path.getFirst().equals(parameter));
    }

    /** Returns the code for a parameter; for a struct, head and arguments of its constructor. */
    public String value(Field parameter) {
        return value(List.of(parameter));
    }

    /** Returns the code for the fields of a struct parameter, in order. */
    public List<String> fields(Field parameter) {
        return fields(List.of(parameter), (Struct) parameter.type());
    }

    private List<String> fields(List<Field> path, Struct struct) {
        List<String> fields = new ArrayList<>();
        for (Field field : struct.fields()) {
            List<Field> inner = new ArrayList<>(path);
            inner.add(field);
            fields.add(value(inner));
        }
        return fields;
    }

    private String value(List<Field> path) {
        String own = values.get(path);
        if (own != null) {
            return own;
        }
        boolean inside = values.keySet().stream().anyMatch(p -> startsWith(p, path));
        if (inside && path.getLast().type() instanceof Struct struct) {
            return "new "
                    + shape.api(struct.name())
                    + "("
                    + String.join(", ", fields(path, struct))
                    + ")";
        }
        return ApiValues.path(path);
    }

    private static boolean startsWith(List<Field> path, List<Field> start) {
        return path.size() > start.size() && path.subList(0, start.size()).equals(start);
    }
}
