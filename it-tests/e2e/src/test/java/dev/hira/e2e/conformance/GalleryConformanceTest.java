package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import java.util.Collection;
import java.util.stream.Stream;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each program of the gallery agrees with plain Java, over four {@linkplain Way ways}, and over all
 * with {@code -Dhira.ways=all}. The gallery's own tests run the programs without a router.
 */
@ParameterizedClass(name = "{0}")
@MethodSource("ways")
class GalleryConformanceTest {
    private static final long SEED = 20_260_721;

    @Parameter Way way;

    static Collection<Way> ways() {
        return Way.allOr(Way.RINGS, Way.STREAM, Way.MOVING, Way.KILLED);
    }

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
