package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.gallery.Architecture;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.GalleryResult;
import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.kernel.KernelSettings;
import dev.hira.sim.profile.ProfileText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The checks of kernels find no mistakes in the programs of the gallery. */
@Tag("thorough")
@ParameterizedClass(name = "{0}")
@EnumSource(Architecture.class)
class CheckedGalleryTest {
    private static final long SEED = 20_260_722;

    @Parameter Architecture architecture;

    static Stream<String> programs() {
        return Gallery.programs().stream().map(GalleryProgram::name);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void shouldFindNothing(String name) {
        GalleryProgram program = Gallery.named(name);
        List<String> findings = Collections.synchronizedList(new ArrayList<>());
        SimConfig config =
                SimConfig.of(ProfileText.parse("profile=small,capability=9.0"))
                        .withKernelSettings(
                                KernelSettings.usual()
                                        .withChecks(new Checks(true, true))
                                        .withFindings(findings::add));
        try (SimHost host = SimHost.of(config);
                CudaDriver driver = host.open().driver();
                Gpu gpu = Gpu.on(driver, 0)) {
            GalleryResult result =
                    program.run(gpu, architecture, program.card().testSize(), SEED, 1);
            assertThat(result.passed()).as(result.verdict()).isTrue();
        }
        assertThat(findings).isEmpty();
    }
}
