package dev.hira.e2e.conformance;

import static dev.hira.e2e.conformance.OpenClProvocation.with;

import dev.hira.api.opencl.ClResult;
import dev.hira.e2e.conformance.OpenClDescription.Function;
import dev.hira.e2e.conformance.OpenClDescription.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** All provocations: those that follow from the kinds of parameters, and those of each function. */
final class OpenClProvocations {
    /** A number that no session gives to an object, a platform or a device. */
    private static final long UNKNOWN = 7;

    private static final Set<String> DEVICES =
            Set.of("device", "in_device", "devices", "device_list");

    private OpenClProvocations() {}

    /** Returns the provocations of these functions. */
    static List<OpenClProvocation> all(List<Function> functions) {
        return Stream.concat(
                        functions.stream().map(OpenClProvocations::byParameters),
                        Stream.of(
                                OpenClObjectProvocations.all(),
                                OpenClProgramProvocations.all(),
                                OpenClCommandProvocations.all()))
                .flatMap(List::stream)
                .toList();
    }

    private static List<OpenClProvocation> byParameters(Function function) {
        List<OpenClProvocation> all = new ArrayList<>();
        String name = function.name();
        for (Parameter each : function.parameters()) {
            if (each.handle() != null) {
                all.addAll(badHandles(name, each, each.handle()));
            } else if (DEVICES.contains(each.name())) {
                all.addAll(with(ClResult.CL_INVALID_DEVICE, each.name(), _ -> UNKNOWN, name));
            } else if (each.name().equals("platform")) {
                all.addAll(with(ClResult.CL_INVALID_PLATFORM, each.name(), _ -> UNKNOWN, name));
            }
        }
        if (function.has("param_value")) {
            all.addAll(badProperties(name));
        }
        if (function.has("event_wait_list")) {
            all.addAll(badWaits(function));
        }
        if (function.has("event") && function.has("command_queue")) {
            all.addAll(badEvents(name));
        }
        return all;
    }

    private static List<OpenClProvocation> badHandles(
            String function, Parameter parameter, String type) {
        ClResult code = Objects.requireNonNull(parameter.invalid());
        String name = parameter.name();
        String other = type.equals("context") ? "command_queue" : "context";
        return Stream.of(
                        with(code, name, _ -> UNKNOWN, function),
                        with(code, name, _ -> -1L, function),
                        with(code, name, scene -> scene.object(other), function),
                        with(code, name, scene -> scene.released(type), function))
                .flatMap(List::stream)
                .toList();
    }

    private static List<OpenClProvocation> badProperties(String function) {
        ClResult code = ClResult.CL_INVALID_VALUE;
        List<OpenClProvocation> all = new ArrayList<>();
        if (function.startsWith("clGet")) {
            all.addAll(OpenClProvocation.of(code, "param_value_size", 0, function));
            all.addAll(OpenClProvocation.of(code, "param_value_size", 65, function));
            all.addAll(OpenClProvocation.of(code, "param_value_size", -1, function));
        }
        all.addAll(
                OpenClProvocation.of(
                        code,
                        "property 0",
                        new String[] {function},
                        (_, valid) -> valid.withNoneOf("param_name")));
        return all;
    }

    private static List<OpenClProvocation> badWaits(Function function) {
        String name = function.name();
        List<OpenClProvocation> all = new ArrayList<>();
        if (function.promises(ClResult.CL_INVALID_CONTEXT)) {
            all.addAll(
                    with(
                            ClResult.CL_INVALID_CONTEXT,
                            "event_wait_list",
                            scene -> scene.userEvent(scene.foreignContext),
                            name));
        }
        if (function.promises(ClResult.CL_INVALID_CONTEXT) && usesObjects(function)) {
            all.addAll(
                    with(
                            ClResult.CL_INVALID_CONTEXT,
                            "command_queue",
                            scene -> scene.foreignQueue,
                            name));
        }
        if (function.promises(ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) {
            all.addAll(
                    OpenClProvocation.of(
                            ClResult.CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
                            "a wait for a failed event",
                            new String[] {name},
                            (scene, valid) ->
                                    valid.with("command_queue", scene.queue(scene.context))
                                            .with(
                                                    "event_wait_list",
                                                    scene.failedEvent(scene.context))));
        }
        return all;
    }

    private static boolean usesObjects(Function function) {
        return function.parameters().stream()
                .anyMatch(each -> "mem".equals(each.handle()) || "kernel".equals(each.handle()));
    }

    private static List<OpenClProvocation> badEvents(String function) {
        ClResult code = ClResult.CL_INVALID_EVENT;
        return Stream.of(
                        with(code, "event", OpenClScene::markedEvent, function),
                        with(code, "event", scene -> scene.userEvent(scene.context), function),
                        with(code, "event", OpenClScene::eventOfAnotherQueue, function))
                .flatMap(List::stream)
                .toList();
    }
}
