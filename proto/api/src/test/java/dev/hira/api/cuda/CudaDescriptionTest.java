package dev.hira.api.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.Description.Function;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests the description itself, independently of generated code. */
class CudaDescriptionTest {
    private final List<Function> functions = Description.functions();

    @Test
    void shouldDescribeAtLeast110Functions() {
        assertThat(functions).hasSizeGreaterThanOrEqualTo(110);
        assertThat(functions)
                .as("rpcs with the option (lapis.v1.fn), whose first field must be id")
                .hasSize(
                        Pattern.compile("(?m)^ *rpc cu")
                                .matcher(Description.text("cuda.proto"))
                                .results()
                                .mapToInt(found -> 1)
                                .sum());
    }

    @Test
    void shouldGiveEachFunctionItsOwnNumber() {
        assertThat(functions.stream().map(Function::id)).doesNotHaveDuplicates();
        assertThat(functions.stream().map(Function::name)).doesNotHaveDuplicates();
    }

    /**
     * Frames, checkpoints and messages name functions by their numbers, so a number is never given
     * to another function. A new function adds a line to the list; no line ever changes or
     * disappears.
     */
    @Test
    void shouldNeverChangeTheNumberOfAFunction() {
        Map<Integer, String> described = new TreeMap<>();
        functions.forEach(function -> described.put(function.id(), function.name()));
        Map<Integer, String> listed = new TreeMap<>();
        Description.resource("/cuda-functions.txt")
                .lines()
                .map(line -> line.split(" "))
                .forEach(parts -> listed.put(Integer.parseInt(parts[0]), parts[1]));
        Map<Integer, String> added = new TreeMap<>(described);
        added.entrySet().removeAll(listed.entrySet());
        assertThat(added)
                .as("add to proto/api/src/test/resources/cuda-functions.txt, in order of numbers")
                .isEmpty();
        listed.entrySet().removeAll(described.entrySet());
        assertThat(listed).as("functions that cuda.proto no longer has, or renumbers").isEmpty();
    }

    @Test
    void shouldDescribeEachFunction() {
        assertThat(functions)
                .allSatisfy(function ->
                        assertThat(function.comment().strip())
                                .as("the comment above the rpc " + function.name())
                                .startsWith("// ")
                                .hasSizeGreaterThan(30)
                                .endsWith("."));
    }

    @Test
    void shouldNumberErrorsAsCudaDoes() {
        assertThat(Description.errors())
                .hasSizeGreaterThan(90)
                .containsEntry("CUDA_SUCCESS", 0)
                .containsEntry("CUDA_ERROR_INVALID_VALUE", 1)
                .containsEntry("CUDA_ERROR_OUT_OF_MEMORY", 2)
                .containsEntry("CUDA_ERROR_NOT_INITIALIZED", 3)
                .containsEntry("CUDA_ERROR_NO_DEVICE", 100)
                .containsEntry("CUDA_ERROR_INVALID_DEVICE", 101)
                .containsEntry("CUDA_ERROR_INVALID_IMAGE", 200)
                .containsEntry("CUDA_ERROR_INVALID_CONTEXT", 201)
                .containsEntry("CUDA_ERROR_NO_BINARY_FOR_GPU", 209)
                .containsEntry("CUDA_ERROR_UNSUPPORTED_LIMIT", 215)
                .containsEntry("CUDA_ERROR_PEER_ACCESS_UNSUPPORTED", 217)
                .containsEntry("CUDA_ERROR_INVALID_PTX", 218)
                .containsEntry("CUDA_ERROR_FILE_NOT_FOUND", 301)
                .containsEntry("CUDA_ERROR_INVALID_HANDLE", 400)
                .containsEntry("CUDA_ERROR_ILLEGAL_STATE", 401)
                .containsEntry("CUDA_ERROR_NOT_FOUND", 500)
                .containsEntry("CUDA_ERROR_NOT_READY", 600)
                .containsEntry("CUDA_ERROR_ILLEGAL_ADDRESS", 700)
                .containsEntry("CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", 701)
                .containsEntry("CUDA_ERROR_LAUNCH_TIMEOUT", 702)
                .containsEntry("CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED", 704)
                .containsEntry("CUDA_ERROR_CONTEXT_IS_DESTROYED", 709)
                .containsEntry("CUDA_ERROR_ASSERT", 710)
                .containsEntry("CUDA_ERROR_MISALIGNED_ADDRESS", 716)
                .containsEntry("CUDA_ERROR_LAUNCH_FAILED", 719)
                .containsEntry("CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", 720)
                .containsEntry("CUDA_ERROR_NOT_PERMITTED", 800)
                .containsEntry("CUDA_ERROR_NOT_SUPPORTED", 801)
                .containsEntry("CUDA_ERROR_TIMEOUT", 909)
                .containsEntry("CUDA_ERROR_UNKNOWN", 999);
    }
}
