package dev.hira.cava.check;

import dev.hira.cava.model.Api;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.History;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Resource;
import dev.hira.cava.read.Problems;
import dev.hira.cava.type.HandleKind;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks that lives end: recorded objects are destroyed and allocated resources given back. */
final class LifeRules {
    private final Api api;
    private final Problems problems;

    LifeRules(Api api, Problems problems) {
        this.api = api;
        this.problems = problems;
    }

    void check() {
        for (ApiFunction function : api.functions()) {
            function.created().ifPresent(p -> created(function, p));
            for (Param param : function.params()) {
                History.Kind kind = kind(param.effect());
                if (kind != null) {
                    told(function, param, kind);
                }
            }
            function.allocates().forEach(a -> allocated(function, a.resource()));
        }
    }

    private void created(ApiFunction function, Param param) {
        HandleKind type = param.field().handle();
        if (function.history() == null || type == null || isEnded(type)) {
            return;
        }
        problems.report(
                function.place(),
                function.name()
                        + ": the object '"
                        + param.name()
                        + "' is recorded, but no function destroys a "
                        + type.name()
                        + " or what owns it, so records would pile up; mark a parameter destroys");
    }

    private boolean isEnded(HandleKind type) {
        Optional<HandleKind> at = Optional.of(type);
        for (int i = 0; i <= api.handles().size() && at.isPresent(); i++) {
            HandleKind candidate = at.get();
            boolean destroyed =
                    api.functions().stream()
                            .flatMap(f -> f.params().stream())
                            .anyMatch(p -> p.ends() && candidate.equals(p.field().handle()));
            if (destroyed) {
                return true;
            }
            at = candidate.parent() == null ? Optional.empty() : api.handle(candidate.parent());
        }
        return false;
    }

    private static History.@Nullable Kind kind(Param.Effect effect) {
        return switch (effect) {
            case NONE -> null;
            case DESTROYS -> History.Kind.DESTROYS;
            case RETAINS -> History.Kind.RETAINS;
            case RELEASES -> History.Kind.RELEASES;
        };
    }

    /** Checks that the later life of an object is recorded too if its creation is. */
    private void told(ApiFunction function, Param param, History.Kind kind) {
        HandleKind type = param.field().handle();
        boolean recorded = api.functions().stream().anyMatch(f -> records(f, type));
        boolean told = function.history() != null && function.history().kind() == kind;
        if (type != null && recorded && !told) {
            problems.report(
                    function.place(),
                    function.name()
                            + ": "
                            + kind.name().toLowerCase(Locale.ROOT)
                            + " the "
                            + type.name()
                            + " '"
                            + param.name()
                            + "', whose creation is recorded; say record: {class: "
                            + kind
                            + " object: \""
                            + param.name()
                            + "\"}");
        }
    }

    private static boolean records(ApiFunction function, @Nullable HandleKind type) {
        History history = function.history();
        return history != null
                && history.kind() == History.Kind.CREATES
                && history.object().stream()
                        .anyMatch(object -> Objects.equals(object.field().handle(), type));
    }

    private void allocated(ApiFunction function, Resource resource) {
        boolean givenBack =
                api.functions().stream()
                        .flatMap(f -> f.releases().stream())
                        .anyMatch(r -> r.resource().equals(resource));
        if (!givenBack) {
            problems.report(
                    function.place(),
                    function.name()
                            + ": allocates '"
                            + resource.name()
                            + "', which no function gives back; add deallocates where the object is"
                            + " destroyed");
        }
    }
}
