package dev.hira.guest.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what happens to objects that another GPU has made. */
@Timeout(240)
class OtherGpuTest {
    private static final String PTX =
            """
            .version 7.0
            .target sm_75
            .address_size 64
            .visible .entry set(.param .u64 p) {
                .reg .b64 %rd<2>;
                ld.param.u64 %rd1, [p];
                st.global.u32 [%rd1], 7;
                ret;
            }
            """;
    private static final Dim3 ONE = Dim3.of(1);

    @Test
    void shouldRefuseWhatAnotherConnectionHasMade() {
        try (Gpu gpu = Gpu.connect("sim:");
                Gpu other = Gpu.connect("sim:");
                GpuModule module = gpu.load(PTX);
                GpuInts mine = gpu.upload(1, 2);
                GpuInts theirs = other.upload(3, 4);
                GpuStream stream = gpu.stream();
                GpuStream theirStream = other.stream();
                GpuEvent event = gpu.event();
                GpuEvent theirEvent = other.event()) {
            assertThat(theirs.address()).isEqualTo(mine.address());
            Kernel kernel = module.kernel("set");
            Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
            uses.put("argument", () -> kernel.launch(ONE, ONE, theirs));
            uses.put("slice", () -> kernel.launch(ONE, ONE, theirs.slice(1, 1)));
            uses.put(
                    "cooperative argument",
                    () -> kernel.launchCooperative(ONE, ONE, stream, theirs));
            uses.put("stream", () -> kernel.launch(ONE, ONE, theirStream, mine));
            uses.put("default stream", () -> kernel.launch(ONE, ONE, other.defaultStream(), mine));
            uses.put(
                    "cooperative stream",
                    () -> kernel.launchCooperative(ONE, ONE, theirStream, mine));
            uses.put("copy", () -> mine.copyTo(theirs));
            uses.put("copy to slice", () -> mine.slice(0, 1).copyTo(theirs.slice(1, 1), stream));
            uses.put("copy in stream", () -> mine.copyTo(mine, theirStream));
            uses.put("upload", () -> mine.upload(new int[1], theirStream));
            uses.put("download", () -> mine.download(new int[1], theirStream));
            uses.put("zero", () -> mine.zero(theirStream));
            uses.put("fill", () -> mine.fill(9, theirStream));
            uses.put("fill of bytes", () -> gpu.bytes(8).fill((byte) 9, theirStream));
            uses.put("fill of longs", () -> gpu.longs(8).fill(9L, theirStream));
            uses.put("record", () -> stream.record(theirEvent));
            uses.put("await", () -> stream.await(theirEvent));
            uses.put("elapsed time", () -> event.millisSince(theirEvent));

            uses.forEach((name, use) ->
                    assertThatThrownBy(use)
                            .as(name)
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining(
                                    "which was made by the Gpu of another connection"));
            assertThatThrownBy(uses.get("argument"))
                    .hasMessageStartingWith(
                            "kernel set, parameter 0, cannot use GpuInts[2], which was made");
            assertThat(mine.download()).containsExactly(1, 2);
            assertThat(theirs.download()).containsExactly(3, 4);
        }
    }

    @Test
    void shouldRefuseAStreamOfAnotherDevice() {
        try (Gpu gpu = Gpu.connect("sim:?devices=2");
                Gpu second = Gpu.on(gpu.driver(), 1);
                GpuInts data = gpu.upload(1, 2)) {
            assertThatThrownBy(() -> data.zero(second.defaultStream()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage(
                            "GpuInts[2] cannot use GpuStream[default] of GPU 1; use a stream of"
                                    + " GPU 0");
            assertThat(data.download()).containsExactly(1, 2);
        }
    }

    @Test
    void shouldShareObjectsOfOneDeviceInASession() {
        try (Gpu gpu = Gpu.connect("sim:");
                Gpu again = Gpu.on(gpu.driver(), 0);
                GpuModule module = gpu.load(PTX);
                GpuInts data = again.upload(1, 2);
                GpuStream stream = again.stream()) {
            module.kernel("set").launch(ONE, ONE, stream, data);

            assertThat(data.download()).containsExactly(7, 2);
        }
    }
}
