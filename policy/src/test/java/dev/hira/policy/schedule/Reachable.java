package dev.hira.policy.schedule;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the objects that an object references, through fields of our own classes and the JDK's
 * collections.
 */
final class Reachable {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> open = new ArrayDeque<>();

    private Reachable() {}

    static List<Object> from(Object root, Class<?>... types) {
        var walk = new Reachable();
        walk.visit(root);
        while (!walk.open.isEmpty()) {
            walk.expand(walk.open.pop());
        }
        List<Object> found = new ArrayList<>();
        for (Object object : walk.seen) {
            for (Class<?> type : types) {
                if (type.isInstance(object)) {
                    found.add(object);
                }
            }
        }
        return found;
    }

    private void visit(@Nullable Object object) {
        if (object != null && seen.add(object)) {
            open.push(object);
        }
    }

    private void expand(Object object) {
        switch (object) {
            case Collection<?> all -> all.forEach(this::visit);
            case Map<?, ?> map -> {
                map.keySet().forEach(this::visit);
                map.values().forEach(this::visit);
            }
            case Object[] array -> {
                for (int i = 0; i < array.length; i++) {
                    visit(Array.get(array, i));
                }
            }
            default -> fields(object);
        }
    }

    private void fields(Object object) {
        for (Class<?> type = object.getClass();
                type != null && type.getName().startsWith("dev.hira");
                type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    visit(value(field, object));
                }
            }
        }
    }

    private static @Nullable Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }
}
