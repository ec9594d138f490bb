package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.model.Resource;
import dev.hira.cava.read.Problems;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.HandleKind;
import dev.hira.cava.type.ObjectPlace;
import dev.hira.cava.type.Struct;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;

/** Checks an API as a whole: numbers and names must be unique, and references must resolve. */
final class ApiRules {
    private static final int MAX_FUNCTION = 65_535;
    private static final int MAX_HANDLE_TYPES = 255;

    private final Api api;
    private final Problems problems;

    ApiRules(Api api, Problems problems) {
        this.api = api;
        this.problems = problems;
    }

    void check() {
        if (api.id() == 0) {
            report("the API has no id; give it one that no other API has ever had");
        }
        identifier(api.interfaceName(), "interface", "CudaDriver");
        identifier(api.prefix(), "prefix", "Cuda");
        if (!SourceVersion.isName(api.javaPackage())) {
            report(
                    "java_package '"
                            + api.javaPackage()
                            + "' is not a package, such as dev.hira.api.cuda");
        }
        functionIds();
        handleTypes();
        resources();
        callbacks();
        classNames();
        methodNames();
    }

    private void identifier(String name, String option, String example) {
        if (!SourceVersion.isIdentifier(name)) {
            report(option + " '" + name + "' is not a Java name, such as " + example);
        }
    }

    private void functionIds() {
        Map<Integer, String> names = new HashMap<>();
        for (ApiFunction function : api.functions()) {
            int id = function.id();
            if (id < 1 || id > MAX_FUNCTION) {
                report(
                        function.place(),
                        function.name()
                                + ": the id is missing or not in 1.."
                                + MAX_FUNCTION
                                + "; give it one that no function has ever had");
                continue;
            }
            String other = names.putIfAbsent(id, function.name());
            if (other != null) {
                report(
                        function.place(),
                        function.name()
                                + ": has the id "
                                + id
                                + " of "
                                + other
                                + "; give it another");
            }
        }
    }

    private void handleTypes() {
        Set<String> names = new HashSet<>();
        if (api.handles().size() > MAX_HANDLE_TYPES) {
            report("the API has more than " + MAX_HANDLE_TYPES + " handle types");
        }
        for (HandleKind type : api.handles()) {
            String what = "the handle type '" + type.name() + "'";
            if (type.name().isEmpty() || !names.add(type.name())) {
                report(what + " has no name, or the same name as another");
            }
            parent(type, what);
            known(type.invalid(), what + ": invalid");
            function(type.read(), what + ": state.read");
            function(type.write(), what + ": state.write");
            boolean ownerCounted =
                    type.parent() != null
                            && api.handle(type.parent()).filter(HandleKind::counted).isPresent();
            if (type.address() && (type.counted() || ownerCounted)) {
                report(
                        what
                                + " is an address, and it or its owner is counted, so guests could"
                                + " not know when the address is free again");
            }
            boolean power = Long.bitCount(type.alignment()) == 1;
            if (type.address() ? !power : type.alignment() != 0) {
                report(
                        what
                                + (type.address()
                                        ? " is an address, so its alignment must be a power of two"
                                        : " is not an address, so it has no alignment"));
            }
        }
    }

    private void parent(HandleKind type, String what) {
        if (type.parent() != null && api.handle(type.parent()).isEmpty()) {
            report(what + " has the parent '" + type.parent() + "', which is not a handle type");
        } else if (isOwnAncestor(type)) {
            report(what + " owns itself through its parents");
        }
        if (type.parentFrom() == null) {
            return;
        }
        if (type.parent() == null) {
            report(what + " has parent_from but no parent; say which type owns it");
        }
        Optional<ApiFunction> from = api.function(type.parentFrom());
        boolean fits =
                from.isPresent()
                        && from.get().params().isEmpty()
                        && from.get().results().size() == 1
                        && from.get().results().getFirst().field().handle() != null;
        if (!fits) {
            report(
                    what
                            + " has the parent_from '"
                            + type.parentFrom()
                            + "', which is not a function that takes nothing and returns a handle");
        }
    }

    private boolean isOwnAncestor(HandleKind type) {
        Optional<HandleKind> at = Optional.of(type);
        for (int i = 0; i <= api.handles().size() && at.isPresent(); i++) {
            String parent = at.get().parent();
            at = parent == null ? Optional.empty() : api.handle(parent);
        }
        return at.isPresent();
    }

    private void resources() {
        Set<String> names = new HashSet<>();
        for (Resource resource : api.resources()) {
            String what = "the resource '" + resource.name() + "'";
            if (resource.name().isEmpty() || !names.add(resource.name())) {
                report(what + " has no name, or the same name as another");
            }
            known(resource.exhausted(), what + ": exhausted");
            if (resource.continuous() && resource.exhausted() == null) {
                report(what + " is held; name with exhausted the error that refuses more of it");
            }
            if (resource.continuous() && resource.perCall()) {
                report(what + " is per_call, so it is consumed; make it INSTANTANEOUS");
            }
        }
        roles();
    }

    /** A role belongs to one resource only, and requires it to be held or to be consumed. */
    private void roles() {
        Map<Resource.Role, String> names = new EnumMap<>(Resource.Role.class);
        for (Resource resource : api.resources()) {
            Resource.Role role = resource.role();
            if (role == Resource.Role.NONE) {
                continue;
            }
            String what = "the resource '" + resource.name() + "' has the role " + role;
            String other = names.putIfAbsent(role, resource.name());
            if (other != null) {
                report(what + ", which '" + other + "' has already; give it to one of them");
            }
            boolean held = role == Resource.Role.DEVICE_MEMORY;
            if (resource.continuous() != held) {
                report(
                        what
                                + ", but that role needs a resource that is "
                                + (held
                                        ? "held; make it CONTINUOUS"
                                        : "consumed; make it INSTANTANEOUS"));
            }
        }
    }

    private void callbacks() {
        Map<Integer, String> names = new HashMap<>();
        for (CallbackType callback : api.callbacks()) {
            String other = names.putIfAbsent(callback.id(), callback.name());
            if (callback.id() < 1 || callback.id() > MAX_FUNCTION || other != null) {
                report(
                        callback.place(),
                        callback.name()
                                + ": the id is missing, too large, or that of another callback");
            }
            for (Field field : callback.arguments()) {
                if (field.number() == 1) {
                    report(
                            field.place(),
                            callback.name()
                                    + ": '"
                                    + field.name()
                                    + "' has the field number 1, which is the callback's own on the"
                                    + " wire; number arguments from 2");
                }
            }
        }
    }

    private void classNames() {
        Map<String, ObjectPlace> places = new HashMap<>();
        api.enums().forEach((EnumType e) -> className(places, e.name(), e.place()));
        api.structs().forEach((Struct s) -> className(places, s.name(), s.place()));
        api.callbacks().forEach(c -> className(places, c.name(), c.place()));
    }

    private void className(Map<String, ObjectPlace> places, String name, ObjectPlace place) {
        ObjectPlace other = places.putIfAbsent(name, place);
        boolean own = name.equals(api.interfaceName()) || name.equals(api.prefix() + "Exception");
        if (other != null || own) {
            report(
                    place,
                    name
                            + ": another class of the API has the same name"
                            + (other == null ? "" : ", see " + other)
                            + "; rename one");
        }
    }

    private void methodNames() {
        for (ApiFunction function : api.functions()) {
            boolean createsSome = function.created().isPresent();
            if (createsSome && api.function(function.name() + "As").isPresent()) {
                report(
                        function.place(),
                        function.name()
                                + ": creates an object, so its implemented form is "
                                + function.name()
                                + "As, which is a function of its own; rename one");
            }
        }
    }

    private void known(@Nullable String error, String what) {
        if (error != null && api.errors().constant(error).isEmpty()) {
            report(what + " names '" + error + "', which " + api.errors().name() + " lacks");
        }
    }

    private void function(@Nullable String name, String what) {
        if (name != null && api.function(name).isEmpty()) {
            report(what + " names '" + name + "', which is not a function of the API");
        }
    }

    private void report(String sentence) {
        report(api.place(), sentence);
    }

    private void report(ObjectPlace place, String sentence) {
        problems.report(place, sentence);
    }
}
