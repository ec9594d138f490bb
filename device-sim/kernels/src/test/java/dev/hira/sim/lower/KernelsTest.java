package dev.hira.sim.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.print.ProgramPrinter;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.PtxFunction;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lowers kernels as the compiler produces them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class KernelsTest {
    static List<Path> kernels() {
        return Texts.files(Texts.KERNELS, ".ptx");
    }

    static List<Path> listings() {
        return Texts.files(Texts.GOLDEN.resolve("programs"), ".txt");
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void shouldLowerToProgramsThatFollowAllRules(Path file) {
        PtxModule module = PtxModule.parse(Texts.read(file));
        for (PtxFunction kernel : module.kernels()) {
            ProgramRules.check(Lowering.program(module, kernel));
        }
    }

    static List<Path> gallery() {
        return Texts.files(
                Path.of("../../guestlib/gallery/src/main/resources/dev/hira/gallery"), ".ptx");
    }

    /** Their barriers order all accesses, so that they cost what they cost without this. */
    @ParameterizedTest
    @MethodSource("gallery")
    void shouldNotLetKernelsOfTheGalleryRunInStep(Path file) {
        PtxModule module = PtxModule.parse(Texts.read(file));
        for (PtxFunction kernel : module.kernels()) {
            assertThat(Lowering.program(module, kernel).stops())
                    .as(kernel.name())
                    .noneMatch(stop -> stop.meeting() instanceof Meeting.InStep);
        }
    }

    @ParameterizedTest
    @MethodSource("listings")
    void shouldLowerToTheReviewedListing(Path listing) {
        String name = listing.getFileName().toString().replace(".txt", ".ptx");
        assertThat(ProgramPrinter.print(Texts.program(Texts.read(Texts.KERNELS.resolve(name)))))
                .isEqualTo(Texts.read(listing));
    }
}
