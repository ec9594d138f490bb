package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SaxpyTest extends KernelFixture {
    private static final int COUNT = 10_000;

    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_90"})
    void shouldComputeWhatJavaComputes(String target) throws IOException {
        Path text = Path.of("../kernels/src/test/kernels/saxpy." + target + ".ptx");
        long module = cuda.cuModuleLoadData(image(Files.readString(text)));
        long x = upload(floats(1));
        long y = upload(floats(2));
        long kernel = cuda.cuModuleGetFunction(module, "saxpy");
        run(kernel, 40, 256, COUNT, 3.0f, x, y);
        float[] result = new float[COUNT];
        ByteBuffer.wrap(read(y, 4 * COUNT))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(result);
        for (int i = 0; i < COUNT; i++) {
            assertThat(result[i]).isEqualTo(Math.fma(3.0f, value(1, i), value(2, i)));
        }
    }

    private static byte[] floats(int seed) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * COUNT).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < COUNT; i++) {
            bytes.putFloat(value(seed, i));
        }
        return bytes.array();
    }

    private static float value(int seed, int i) {
        return seed + i * 0.37f;
    }
}
