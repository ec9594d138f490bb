package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each program of the gallery agrees with plain Java, over the {@linkplain Way#chosen ways} to
 * reach a device.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.hira.e2e.conformance.Way#chosen")
class GalleryConformanceTest {
    private static final long SEED = 20_260_721;

    @Parameter Way way;

    static Stream<String> programs() {
        return Gallery.programs().stream().map(GalleryProgram::name);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldAgreeWithPlainJava(String name) {
        GalleryProgram program = Gallery.named(name);
        try (CudaDriver driver = way.open();
                Gpu gpu = Gpu.on(driver, 0)) {
            GalleryResult result = program.run(gpu, program.card().testSize(), SEED);

            assertThat(result.passed()).as(result.verdict()).isTrue();
        }
    }
}
