package dev.hira.sim.jit.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Program;
import dev.hira.sim.jit.Jit;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.PtxFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reviewed listings of generated code. With {@code -Dtest.jvm.extra=-Dhira.test.record=true} the
 * test writes the listings anew, to be reviewed again.
 */
final class ListingsTest {
    private static final Path KERNELS = Path.of("src/test/kernels");
    private static final Path LISTINGS = Path.of("src/test/golden/jit");

    static List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.list(KERNELS)) {
            return files.filter(file -> file.toString().endsWith(".sm_75.ptx")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("texts")
    void shouldBecomeTheCodeThatWasReviewed(Path text) throws IOException {
        String listing = listing(Files.readString(text));
        String name = text.getFileName().toString().replace(".ptx", ".txt");
        Path reviewed = LISTINGS.resolve(name);
        if (Boolean.getBoolean("hira.test.record")) {
            Files.createDirectories(LISTINGS);
            Files.writeString(reviewed, listing);
        }
        assertThat(listing)
                .as("%s; -Dtest.jvm.extra=-Dhira.test.record=true writes it anew", reviewed)
                .isEqualTo(Files.readString(reviewed));
    }

    private static String listing(String text) {
        PtxModule module = PtxModule.parse(text);
        StringBuilder all = new StringBuilder();
        for (PtxFunction kernel : module.kernels()) {
            Program program = Lowering.program(module, kernel);
            all.append("kernel ").append(kernel.name()).append("\n\n");
            all.append(CodeListing.of(Jit.classOf(program)));
        }
        return all.toString();
    }
}
