package dev.hira.e2e.conformance;

import dev.hira.api.opencl.ClResult;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A call that fails with an error which its function documents.
 *
 * @param how what is wrong with the call
 */
record OpenClProvocation(String function, ClResult code, String how, Change change) {
    /** What is wrong with a call that the device does not support. */
    static final String NOTHING = "nothing";

    /** Makes a valid call a wrong one. */
    @FunctionalInterface
    interface Change {
        OpenClCall of(OpenClScene scene, OpenClCall valid);
    }

    /** Returns the call. */
    OpenClCall call(OpenClScene scene) {
        return change.of(scene, new OpenClValidCalls(scene).of(function));
    }

    /** A parameter with the same wrong value in several functions. */
    static List<OpenClProvocation> of(
            ClResult code, String parameter, @Nullable Object value, String... functions) {
        return of(
                code,
                Map.of(parameter, String.valueOf(value)).toString(),
                functions,
                (_, valid) -> valid.with(parameter, value));
    }

    /** A parameter whose wrong value is an object of the scene. */
    static List<OpenClProvocation> with(
            ClResult code,
            String parameter,
            Function<OpenClScene, Object> value,
            String... functions) {
        return of(
                code,
                parameter,
                functions,
                (scene, valid) -> valid.with(parameter, value.apply(scene)));
    }

    /** Calls that are wrong in several parameters. */
    static List<OpenClProvocation> of(
            ClResult code, String how, String[] functions, Change change) {
        return Stream.of(functions)
                .map(function -> new OpenClProvocation(function, code, how, change))
                .toList();
    }

    /** Functions that fail although their arguments are valid. */
    static List<OpenClProvocation> always(ClResult code, String... functions) {
        return of(code, NOTHING, functions, (_, valid) -> valid);
    }
}
