package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.opencl.OpenClException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Valid calls that wait or build, made where OpenCL's specification forbids them. */
final class OpenClCallbackCallsConformanceTest extends OpenClConformance {
    /** The functions of the specification's list that have no parameter of this kind. */
    private static final Set<String> WAITING =
            Set.of(
                    "clFinish",
                    "clWaitForEvents",
                    "clBuildProgram",
                    "clCompileProgram",
                    "clLinkProgram");

    @Test
    void shouldRefuseCallsThatBlockInACallback() throws Exception {
        OpenClScene scene = new OpenClScene(cl);
        OpenClValidCalls valid = new OpenClValidCalls(scene);
        List<OpenClCall> calls =
                OpenClDescription.read().functions().stream()
                        .filter(OpenClCallbackCallsConformanceTest::blocks)
                        .map(function -> valid.of(function.name()))
                        .toList();
        assertThat(calls).hasSizeGreaterThanOrEqualTo(15);

        CompletableFuture<Map<String, String>> outcomes = new CompletableFuture<>();
        cl.clSetEventCallback(
                scene.markedEvent(), 0, (_, _, _) -> outcomes.complete(outcomes(calls)), 0);
        cl.clFinish(scene.queue);

        assertThat(outcomes.get(120, TimeUnit.SECONDS))
                .hasSize(calls.size())
                .allSatisfy((call, outcome) ->
                        assertThat(outcome).as(call).isEqualTo("CL_INVALID_OPERATION"));
        for (OpenClCall call : calls) {
            call.run(cl); // valid outside of a callback
        }
    }

    private static boolean blocks(OpenClDescription.Function function) {
        return WAITING.contains(function.name())
                || function.parameters().stream()
                        .anyMatch(parameter -> parameter.name().startsWith("blocking_"));
    }

    private Map<String, String> outcomes(List<OpenClCall> calls) {
        Map<String, String> outcomes = new TreeMap<>();
        for (OpenClCall call : calls) {
            outcomes.put(call.toString(), outcome(call));
        }
        return outcomes;
    }

    private String outcome(OpenClCall call) {
        try {
            call.run(cl);
            return "no failure";
        } catch (OpenClException failure) {
            return failure.codeName();
        }
    }
}
