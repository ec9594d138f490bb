package dev.hira.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests each program on a simulated GPU. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProgramsTest {
    private static final long SEED = 3;

    private Gpu gpu;

    @SuppressWarnings("NullAway") // opened before all tests
    ProgramsTest() {}

    @BeforeAll
    void open() {
        gpu = Gpu.connect("sim:?profile=small&capability=9.0");
    }

    @AfterAll
    void close() {
        gpu.close();
    }

    static Stream<String> names() {
        return Gallery.programs().stream().map(GalleryProgram::name);
    }

    static Stream<Arguments> texts() {
        return names().flatMap(name ->
                Stream.of(Architecture.values())
                        .map(architecture -> Arguments.of(name, architecture)));
    }

    /** Runs twice, so that a launch with modified input is noticed. */
    @ParameterizedTest(name = "{0} for {1}")
    @MethodSource("texts")
    void shouldComputeWhatJavaComputes(String name, Architecture architecture) {
        GalleryProgram program = Gallery.named(name);

        GalleryResult result = program.run(gpu, architecture, program.card().testSize(), SEED, 2);

        assertThat(result.passed()).as(result.verdict()).isTrue();
    }

    /** Tests that comparisons fail without the kernels. */
    @ParameterizedTest
    @MethodSource("names")
    void shouldNotPassWhenItsKernelsDidNotRun(String name) {
        GalleryProgram program = Gallery.named(name);
        int size = program.card().testSize();
        try (GpuStream stream = gpu.stream();
                Workbench bench = new Workbench(gpu, Architecture.SM_75, size, SEED)) {
            Workload workload = program.prepare(bench);
            workload.reset(stream);
            stream.synchronize();
            workload.computeInJava();

            assertThat(workload.compare().passed()).isFalse();
        }
    }
}
