package dev.hira.gallery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.hira.gallery.catalog.Gallery;
import dev.hira.guest.gpu.Gpu;
import dev.hira.sim.jit.CompilationOutcome;
import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.jit.Jit;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.PtxFunction;
import dev.hira.sim.simt.Simt;
import dev.hira.sim.simt.form.LaneHost;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that the device runs all kernels of the gallery in groups of threads, except those listed
 * here.
 */
@Tag("thorough")
class GroupsTest {
    private static final long SEED = 3;

    /** The number of lanes for which the list below is complete. */
    private static final int LISTED_FOR = 8;

    /** Kernels that do not run in groups, or not as a whole, with the reason. */
    private static final Map<String, String> LEFT_OUT =
            Map.of(
                    "bfs expand",
                    "all: threads wait for each other in a loop",
                    "expressions evaluateAll",
                    "all: it calls functions",
                    "kepler solve",
                    "all: it calls functions",
                    "merge merge",
                    "all: its code has # bytes",
                    "grid-sync diffuse",
                    "2 of 4 pieces: threads wait for each other in a loop",
                    "monte-carlo countInside",
                    "1 of 6 pieces: its code has # bytes",
                    "needleman-wunsch alignDiagonal",
                    "1 of 9 pieces: its code has # bytes",
                    "sha-256 sha256",
                    "2 of 6 pieces: its code has # bytes");

    @ParameterizedTest
    @EnumSource
    void shouldRunAllKernelsInGroupsExceptTheKnownOnes(Architecture architecture) {
        assumeThat(LaneHost.lanes()).as("lanes of this host's vectors").isPositive();
        Map<String, String> leftOut = new TreeMap<>();
        for (GalleryProgram program : Gallery.programs()) {
            PtxModule module = PtxModule.parse(KernelTexts.ptx(program.name(), architecture));
            for (PtxFunction kernel : module.kernels()) {
                String why = leftOut(scalar(module, kernel));
                if (!why.isEmpty()) {
                    leftOut.put(program.name() + " " + kernel.name(), why);
                }
            }
        }
        if (LaneHost.lanes() == LISTED_FOR) {
            assertThat(leftOut).containsExactlyInAnyOrderEntriesOf(LEFT_OUT);
        } else {
            assertThat(besidesSizes(leftOut)).isEqualTo(besidesSizes(LEFT_OUT));
        }
    }

    /** The size of the code depends on the number of lanes; the other reasons do not. */
    private static Map<String, String> besidesSizes(Map<String, String> leftOut) {
        Map<String, String> others = new TreeMap<>(leftOut);
        others.values().removeIf(why -> why.contains("bytes"));
        return others;
    }

    static Stream<String> names() {
        return Gallery.programs().stream().map(GalleryProgram::name);
    }

    /** Threads that groups do not support run one by one here, too. */
    @ParameterizedTest
    @MethodSource("names")
    void shouldComputeWhatJavaComputes(String name) {
        GalleryProgram program = Gallery.named(name);
        try (Gpu gpu = Gpu.connect("sim:?profile=small&tier=simt")) {
            GalleryResult result =
                    program.run(gpu, Architecture.SM_75, program.card().testSize(), SEED, 2);

            assertThat(result.passed()).as(result.verdict()).isTrue();
        }
    }

    private static CompiledProgram scalar(PtxModule module, PtxFunction kernel) {
        if (Jit.compile(Lowering.program(module, kernel))
                instanceof CompilationOutcome.Compiled(CompiledProgram scalar)) {
            return scalar;
        }
        throw new AssertionError("The scalar tier refuses " + kernel.name() + ".");
    }

    /** Returns the parts of a kernel that are left out, with the reasons; empty for none. */
    private static String leftOut(CompiledProgram scalar) {
        return switch (Simt.compile(scalar)) {
            case Simt.Outcome.Refused(String why) ->
                    "all: " + reasons(List.of(why.split("; ", -1)));
            case Simt.Outcome.Compiled(_, Map<Integer, String> refused) when refused.isEmpty() ->
                    "";
            case Simt.Outcome.Compiled(CompiledProgram program, Map<Integer, String> refused) ->
                    "%d of %d pieces: %s"
                            .formatted(
                                    refused.size(),
                                    program.plan().pieces().size(),
                                    reasons(refused.values()));
        };
    }

    /** Returns each reason once, without numbers, which depend on the number of lanes. */
    private static String reasons(Collection<String> all) {
        List<String> different = new ArrayList<>();
        for (String reason : all) {
            String general = reason.replaceAll("\\d+", "#");
            if (!different.contains(general)) {
                different.add(general);
            }
        }
        return String.join("; ", different);
    }
}
