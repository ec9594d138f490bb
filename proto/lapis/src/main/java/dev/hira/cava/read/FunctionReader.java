package dev.hira.cava.read;

import com.google.protobuf.Descriptors.MethodDescriptor;
import dev.hira.cava.expr.Expr;
import dev.hira.cava.model.ApiFunction;
import dev.hira.cava.model.CallbackType;
import dev.hira.cava.model.Param;
import dev.hira.cava.model.Resource;
import dev.hira.cava.type.EnumType;
import dev.hira.cava.type.Field;
import dev.hira.cava.type.ObjectPlace;
import dev.hira.lapis.v1.Amount;
import dev.hira.lapis.v1.Lapis;
import dev.hira.lapis.v1.Release;
import dev.hira.lapis.v1.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the functions of one API. */
final class FunctionReader {
    private final Sources sources;
    private final Problems problems;
    private final TypeReader types;
    private final EnumType errors;
    private final List<Resource> resources;
    private final List<CallbackType> callbacks;

    FunctionReader(
            Sources sources,
            Problems problems,
            TypeReader types,
            EnumType errors,
            List<Resource> resources,
            List<CallbackType> callbacks) {
        this.sources = sources;
        this.problems = problems;
        this.types = types;
        this.errors = errors;
        this.resources = resources;
        this.callbacks = callbacks;
    }

    /** Reads a function; empty when the description leaves the method out. */
    Optional<ApiFunction> read(MethodDescriptor method) {
        ObjectPlace place = sources.place(method);
        if (!method.getOptions().hasExtension(Lapis.fn)) {
            problems.report(
                    place,
                    method.getName()
                            + ": the function is not described; give it option (hira.lapis.v1.fn) ="
                            + " {id: …}");
            return Optional.empty();
        }
        dev.hira.lapis.v1.Function fn = method.getOptions().getExtension(Lapis.fn);
        Resolver resolver = new Resolver(method.getName(), place, problems, types.enums());
        ParamReader reader = new ParamReader(resolver, callbacks);
        List<Field> arguments = types.fields(method.getInputType());
        List<Field> returned = types.fields(method.getOutputType());
        resolver.enter(arguments, method.getInputType());
        List<Param> params = reader.params(method.getInputType(), arguments, returned);
        List<Param> results = reader.results(method.getOutputType(), arguments, returned);
        resolver.enter(arguments, method.getInputType());
        ApiFunction function =
                new ApiFunction(
                        method.getName(),
                        fn.getId(),
                        mode(fn, resolver),
                        constant(fn.getSuccess(), resolver),
                        fn.getLocal(),
                        blocking(fn, resolver),
                        amounts(fn.getAllocatesList(), resolver),
                        amounts(fn.getConsumesList(), resolver),
                        releases(fn.getDeallocatesList(), params, resolver),
                        new TraceReader(resolver, types, method.getName(), params, results)
                                .read(fn),
                        fn.getSplitList().stream()
                                .map(split -> split(split, resolver))
                                .filter(Objects::nonNull)
                                .toList(),
                        fn.getOutcomesList().stream()
                                .map(name -> constant(name, resolver))
                                .filter(c -> c != null)
                                .toList(),
                        orNull(fn.getLateMarker()),
                        work(fn, params, resolver),
                        params,
                        results,
                        sources.comment(method),
                        place);
        return Optional.of(function);
    }

    private static ApiFunction.Mode mode(dev.hira.lapis.v1.Function fn, Resolver resolver) {
        Expr condition =
                fn.getAsyncIf().isEmpty() ? null : resolver.condition(fn.getAsyncIf(), "async_if");
        return new ApiFunction.Mode(fn.getAsync(), condition);
    }

    private static ApiFunction.@Nullable Blocking blocking(
            dev.hira.lapis.v1.Function fn, Resolver resolver) {
        if (!fn.hasBlocking()) {
            return null;
        }
        String quickIf = fn.getBlocking().getQuickIf();
        return new ApiFunction.Blocking(
                orNull(fn.getBlocking().getReady()),
                quickIf.isEmpty() ? null : resolver.condition(quickIf, "blocking.quick_if"));
    }

    private static ApiFunction.@Nullable Split split(Split split, Resolver resolver) {
        Expr.Ref count = resolver.reference(split.getCount(), "split.count");
        String continues = split.getContinues();
        Field part = continues.isEmpty() ? null : resolver.field(continues, "split.continues");
        return count == null
                ? null
                : new ApiFunction.Split(
                        count,
                        references(split.getAdvanceList(), "split.advance", resolver),
                        references(split.getPackedList(), "split.packed", resolver),
                        part);
    }

    private static List<Expr.Ref> references(List<String> names, String where, Resolver resolver) {
        List<Expr.Ref> references = new ArrayList<>();
        for (String name : names) {
            Expr.Ref ref = resolver.reference(name, where);
            if (ref != null) {
                references.add(ref);
            }
        }
        return references;
    }

    private EnumType.@Nullable Constant constant(String name, Resolver resolver) {
        if (name.isEmpty()) {
            return null;
        }
        Optional<EnumType.Constant> found = errors.constant(name);
        if (found.isEmpty()) {
            resolver.report("unknown error code '" + name + "' in " + errors.name());
        }
        return found.orElse(null);
    }

    private List<ApiFunction.Amount> amounts(List<Amount> amounts, Resolver resolver) {
        List<ApiFunction.Amount> read = new ArrayList<>();
        for (Amount amount : amounts) {
            Resource resource = resource(amount.getResource(), resolver);
            Expr number = resolver.number(amount.getAmount(), "amount");
            Expr when =
                    amount.getWhen().isEmpty()
                            ? null
                            : resolver.condition(amount.getWhen(), "when");
            if (resource != null && number != null) {
                read.add(new ApiFunction.Amount(resource, number, when));
            }
        }
        return read;
    }

    private List<ApiFunction.Release> releases(
            List<Release> releases, List<Param> params, Resolver resolver) {
        List<ApiFunction.Release> read = new ArrayList<>();
        for (Release release : releases) {
            Resource resource = resource(release.getResource(), resolver);
            Param object = resolver.param(release.getHandle(), params, "deallocates.handle");
            if (resource != null && object != null) {
                read.add(new ApiFunction.Release(resource, object));
            }
        }
        return read;
    }

    private static ApiFunction.@Nullable Work work(
            dev.hira.lapis.v1.Function fn, List<Param> params, Resolver resolver) {
        if (!fn.hasWork()) {
            return null;
        }
        String code = fn.getWork().getCode();
        return new ApiFunction.Work(
                code.isEmpty() ? null : resolver.param(code, params, "work.code"));
    }

    private @Nullable Resource resource(String name, Resolver resolver) {
        for (Resource resource : resources) {
            if (resource.name().equals(name)) {
                return resource;
            }
        }
        resolver.report(
                "unknown resource '"
                        + name
                        + "'; the API declares "
                        + String.join(", ", resources.stream().map(Resource::name).toList()));
        return null;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
