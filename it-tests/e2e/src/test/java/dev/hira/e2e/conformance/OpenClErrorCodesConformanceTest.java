package dev.hira.e2e.conformance;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.ClResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each error that the description of OpenCL promises for a function is provoked, and no function
 * has an error that its description does not promise.
 */
final class OpenClErrorCodesConformanceTest extends OpenClConformance {
    private static final OpenClDescription DESCRIPTION = OpenClDescription.read();
    private static final List<OpenClProvocation> PROVOCATIONS =
            OpenClProvocations.all(DESCRIPTION.functions());

    /** The errors that no program can provoke here, with the reasons. */
    private static final Map<String, String> IMPOSSIBLE =
            Map.of(
                    of("clCreateContext", ClResult.CL_OUT_OF_RESOURCES),
                    "only an operator's quota limits contexts",
                    of("clCreateContextFromType", ClResult.CL_OUT_OF_RESOURCES),
                    "only an operator's quota limits contexts",
                    of("clBuildProgram", ClResult.CL_COMPILER_NOT_AVAILABLE),
                    "the servers have a compiler; ProgramBuildsTest is without one",
                    of("clCompileProgram", ClResult.CL_COMPILER_NOT_AVAILABLE),
                    "the servers have a compiler; ProgramBuildsTest is without one",
                    of("clCompileProgramHIRA", ClResult.CL_COMPILER_NOT_AVAILABLE),
                    "the servers have a compiler; ProgramBuildsTest is without one",
                    of("clLinkProgram", ClResult.CL_LINKER_NOT_AVAILABLE),
                    "a host without a linker has no compiled programs either",
                    of("clEnqueueMapBuffer", ClResult.CL_MAP_FAILURE),
                    "the process has memory for each buffer of a small device",
                    of("clEnqueueMapImage", ClResult.CL_MAP_FAILURE),
                    "the process has memory for each image of a small device",
                    of("clEnqueueNDRangeKernel", ClResult.CL_INVALID_PROGRAM_EXECUTABLE),
                    "a program that has kernels cannot be built again",
                    of("clEnqueueTask", ClResult.CL_INVALID_PROGRAM_EXECUTABLE),
                    "a program that has kernels cannot be built again");

    private static String of(String function, ClResult code) {
        return function + " " + code;
    }

    private static Set<String> pairs(Stream<String> pairs) {
        return pairs.collect(toCollection(TreeSet::new));
    }

    @Test
    void shouldHaveAProvocationOfEachPromisedError() {
        Set<String> promised =
                pairs(
                        DESCRIPTION.functions().stream()
                                .flatMap(each ->
                                        each.promised().stream()
                                                .map(code -> of(each.name(), code))));
        Set<String> provoked =
                pairs(PROVOCATIONS.stream().map(each -> of(each.function(), each.code())));
        assertThat(provoked)
                .hasSizeGreaterThan(300)
                .doesNotContainAnyElementsOf(IMPOSSIBLE.keySet());
        Set<String> known = new TreeSet<>(provoked);
        known.addAll(IMPOSSIBLE.keySet());
        assertThat(known).isEqualTo(promised);
    }

    @Test
    void shouldAcceptValidCalls() {
        OpenClScene scene = new OpenClScene(cl);
        Set<String> failing =
                pairs(
                        PROVOCATIONS.stream()
                                .filter(each -> each.how().equals(OpenClProvocation.NOTHING))
                                .map(OpenClProvocation::function));
        for (OpenClDescription.Function each : DESCRIPTION.functions()) {
            if (!failing.contains(each.name())) {
                new OpenClValidCalls(scene).of(each.name()).run(cl);
                cl.clFinish(scene.queue);
            }
        }
    }

    @Test
    void shouldFailWithEachPromisedError() {
        OpenClScene scene = new OpenClScene(cl);
        List<String> wrong = new ArrayList<>();
        for (OpenClProvocation each : chosen()) {
            OpenClCall call = each.call(scene);
            try {
                shouldFail(each.code(), () -> call.run(cl));
            } catch (AssertionError other) {
                wrong.add(each.how() + ": " + call + ": " + other.getMessage());
            }
        }
        assertThat(wrong).as("calls with another outcome").isEmpty();
    }

    /** Returns all provocations; of slow ways, one of each error of each function. */
    private List<OpenClProvocation> chosen() {
        if (way == Way.DIRECT || way == Way.RINGS) {
            return PROVOCATIONS;
        }
        Set<String> seen = new HashSet<>();
        return PROVOCATIONS.stream()
                .filter(each -> seen.add(of(each.function(), each.code())))
                .toList();
    }
}
