package dev.hira.guest.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.source.SourceProgram;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Tests that a null argument gives a sentence that names it. */
@NullUnmarked
class NullArgumentsTest {
    private static final Dim3 ONE = Dim3.of(1);

    @Test
    void shouldNameTheArgumentThatIsNull() {
        FakeDriver fake = new FakeDriver();
        fake.on(
                "cuFuncGetParamInfo",
                _ -> {
                    throw new CudaException(CUresult.CUDA_ERROR_INVALID_VALUE, "none");
                });
        try (Gpu gpu = Gpu.on(fake.driver(), 0);
                GpuModule module = gpu.load("");
                GpuInts data = gpu.ints(2);
                GpuStream stream = gpu.stream();
                GpuEvent event = gpu.event()) {
            Kernel kernel = module.kernel("k");
            Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
            calls.put("connect was given null as the URI", () -> Gpu.connect((String) null));
            calls.put("on was given null as the driver", () -> Gpu.on((CudaDriver) null, 0));
            calls.put("load was given null as the PTX text", () -> gpu.load((String) null));
            calls.put("load was given null as the file", () -> gpu.load((Path) null));
            calls.put("compile was given null as the source", () -> gpu.compile((String) null));
            calls.put(
                    "compile was given null as the program",
                    () -> gpu.compile((SourceProgram) null));
            calls.put("upload was given null as the array", () -> gpu.upload((float[]) null));
            calls.put(
                    "upload was given null as the memory", () -> gpu.upload((MemorySegment) null));
            calls.put("kernel was given null as the name", () -> module.kernel(null));
            calls.put("global was given null as the name", () -> module.global(null));
            calls.put(
                    "launch was given null as the size of the grid",
                    () -> kernel.launch(null, ONE));
            calls.put(
                    "launch was given null as the size of the blocks",
                    () -> kernel.launch(ONE, null));
            calls.put(
                    "launch was given null as the stream; gpu.defaultStream() is the default one",
                    () -> kernel.launchCooperative(ONE, ONE, null));
            calls.put(
                    "launch was given null as the arguments; leave them out for a kernel without"
                            + " any",
                    () -> kernel.launch(ONE, ONE, (Object[]) null));
            calls.put("copyTo was given null as the target", () -> data.copyTo(null));
            calls.put("download was given null as the array", () -> data.download((int[]) null));
            calls.put("a method of GpuInts[2] was given null as the stream", () -> data.zero(null));
            calls.put("record was given null as the event", () -> stream.record(null));
            calls.put("await was given null as the event", () -> stream.await(null));
            calls.put("then was given null as the code", () -> stream.then(null));
            calls.put("millisSince was given null as the start", () -> event.millisSince(null));

            calls.forEach((sentence, call) ->
                    assertThatThrownBy(call)
                            .as(sentence)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessage(sentence));
        }
        assertThat(fake.calls("cuLaunchKernel")).isEmpty();
    }
}
