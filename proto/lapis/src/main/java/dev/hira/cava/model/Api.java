package dev.hira.cava.model;

import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.ObjectPlace;
import dev.hira.cava.type.Struct;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A description of an API.
 *
 * @param refused the error for a call with invalid arguments
 * @param digest identifies the description; differs when anything but a comment differs
 */
public record Api(
        int id,
        String name,
        String interfaceName,
        String prefix,
        String javaPackage,
        EnumType errors,
        EnumType.Constant refused,
        List<HandleKind> handles,
        List<Resource> resources,
        List<ApiFunction> functions,
        List<CallbackType> callbacks,
        List<EnumType> enums,
        List<Struct> structs,
        long digest,
        String comment,
        ObjectPlace place) {

    public Optional<ApiFunction> function(String wanted) {
        return functions.stream().filter(f -> f.name().equals(wanted)).findFirst();
    }

    public Optional<HandleKind> handle(String wanted) {
        return handles.stream().filter(h -> h.name().equals(wanted)).findFirst();
    }

    /** Returns whether each lane has a current object of a type, which a parent_from reports. */
    public boolean hasCurrent(HandleKind type) {
        return handles.stream()
                .map(HandleKind::parentFrom)
                .filter(Objects::nonNull)
                .flatMap(from -> function(from).stream())
                .flatMap(from -> from.results().stream())
                .anyMatch(result -> type.equals(result.field().handle()));
    }

    public Optional<Resource> resource(String wanted) {
        return resources.stream().filter(r -> r.name().equals(wanted)).findFirst();
    }
}
