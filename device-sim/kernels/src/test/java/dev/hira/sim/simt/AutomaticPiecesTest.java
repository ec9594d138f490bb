package dev.hira.sim.simt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.jit.CompilationOutcome;
import dev.hira.sim.jit.CompiledProgram;
import dev.hira.sim.jit.Jit;
import dev.hira.sim.jit.runtime.PieceCode;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelMemory;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceMemory;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.GridHost;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** A kernel of two pieces that do nothing but take virtual time. */
final class AutomaticPiecesTest {
    private static final int LANES = 8;
    private static final String TEXT =
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .entry two() { bar.sync 0; ret; }
            """;

    private final Program program = program();
    private final CompiledProgram scalar = new CompiledProgram(this::alone, compiled().plan());
    private final Deque<Runnable> ordered = new ArrayDeque<>();

    /** The nanoseconds per thread, by piece: the beginning and the part after the barrier. */
    private final int[] alone = {100, 100};

    private final int[] inGroup = {100, 100};
    private long now;
    private int threadsAlone;
    private int threadsInGroups;
    private int idleCalls;
    private int looks;

    private static Program program() {
        PtxModule module = PtxModule.parse(TEXT);
        return Lowering.program(module, module.kernels().getFirst());
    }

    private CompiledProgram compiled() {
        if (Jit.compile(program) instanceof CompilationOutcome.Compiled(CompiledProgram made)) {
            return made;
        }
        throw new AssertionError("The program is refused.");
    }

    private int alone(int site, Object work, int from, int to) {
        now += (long) alone[site - BlockState.START] * (to - from);
        threadsAlone += to - from;
        return PieceCode.ENDED;
    }

    private int inGroups(int site, int from, int to) {
        now += (long) inGroup[site - BlockState.START] * (to - from);
        threadsInGroups += to - from;
        return PieceCode.ENDED;
    }

    private int idle() {
        idleCalls++;
        return 0;
    }

    private Simt.Outcome groups(CompiledProgram ofScalar, Integer... sites) {
        LanePieces pieces =
                new LanePieces(
                        (site, _, from, to, _) -> from < to ? inGroups(site, from, to) : idle(),
                        ofScalar.code(),
                        LANES,
                        List.of(sites));
        return new Simt.Outcome.Compiled(new CompiledProgram(pieces, ofScalar.plan()), Map.of());
    }

    private AutomaticPieces.Entry both() {
        return AutomaticPieces.of(
                scalar, ordered::add, () -> now, made -> groups(made, BlockState.START, 0));
    }

    private BlockState block(int x, int y) {
        BlockState block =
                new BlockState(
                        new Grid(
                                program,
                                new LaunchShape(1, 1, 1, x, y, 1, 0, false),
                                new byte[0],
                                new long[0],
                                new DeviceMemory(new None()),
                                new Quiet(),
                                64));
        block.begin(0, 0, 0);
        return block;
    }

    private void run(AutomaticPieces.Entry entry, BlockState block, int site, int times) {
        for (int i = 0; i < times; i++) {
            entry.program().runAll(block, site);
        }
    }

    private void runBoth(AutomaticPieces.Entry entry, BlockState block, int times) {
        for (int i = 0; i < times; i++) {
            run(entry, block, BlockState.START, 1);
            run(entry, block, 0, 1);
        }
    }

    @Test
    void shouldOrderGroupsOnceWhenItHasRunForFiftyMilliseconds() {
        AutomaticPieces.Entry entry = both();
        BlockState block = block(1000, 1);
        run(entry, block, BlockState.START, 500);
        assertThat(now).isEqualTo(50_000_000);
        assertThat(ordered).isEmpty();
        assertThat(entry.pieces().standing())
                .isEqualTo(
                        new AutomaticPieces.Standing(
                                false, "not simt, because it has not run for long enough"));
        run(entry, block, BlockState.START, 500);
        assertThat(ordered).hasSize(1);
    }

    @Test
    void shouldRunOneByOneUntilGroupsAreCompiled() {
        AutomaticPieces.Entry entry = both();
        runBoth(entry, block(1024, 1), 500);
        assertThat(threadsInGroups).isZero();
        assertThat(ordered).hasSize(1);
    }

    @Test
    void shouldDecideEachPieceForItself() {
        inGroup[0] = 20;
        inGroup[1] = 300;
        AutomaticPieces.Entry entry = both();
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        ordered.remove().run();
        runBoth(entry, block, 1000);
        assertThat(entry.pieces().standing())
                .isEqualTo(
                        new AutomaticPieces.Standing(
                                true, "1 of its 2 pieces are faster in groups"));
    }

    @Test
    void shouldRunEachThreadOfACallExactlyOnce() {
        inGroup[0] = 20;
        AutomaticPieces.Entry entry = both();
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        ordered.remove().run();
        for (int i = 0; i < 1000; i++) {
            threadsAlone = 0;
            threadsInGroups = 0;
            run(entry, block, BlockState.START, 1);
            assertThat(threadsAlone + threadsInGroups).isEqualTo(1024);
            assertThat(threadsInGroups % LANES).isZero();
        }
    }

    @Test
    void shouldSayThatGroupsAreNoFaster() {
        AutomaticPieces.Entry entry = both();
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        ordered.remove().run();
        runBoth(entry, block, 1000);
        assertThat(threadsInGroups).isPositive();
        assertThat(entry.pieces().standing())
                .isEqualTo(
                        new AutomaticPieces.Standing(
                                false, "not simt, because groups have not proven to be faster"));
    }

    /** Tests a piece that takes three microseconds. */
    @Test
    void shouldMeasureOneOfSeveralShortCalls() {
        alone[0] = 3;
        inGroup[0] = 5;
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(
                        scalar, ordered::add, this::look, made -> groups(made, BlockState.START));
        BlockState block = block(1000, 1);
        run(entry, block, BlockState.START, 20_000);
        assertThat(looks).isLessThan(2 * 20_000 / 7 + 2);
        ordered.remove().run();
        run(entry, block, BlockState.START, 10_000);
        looks = 0;
        run(entry, block, BlockState.START, 70_000);
        assertThat(looks).isBetween(2 * 9_000, 2 * 11_000);
    }

    private long look() {
        looks++;
        return now;
    }

    @Test
    void shouldCallCodeThatIsNotCompiledUntilTheJvmCompilesIt() {
        inGroup[0] = 1_000_000;
        AutomaticPieces.Entry entry = both();
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        ordered.remove().run();
        int prepared = idleCalls;
        assertThat(prepared).isPositive();
        run(entry, block, BlockState.START, 2);
        assertThat(ordered).hasSize(1);
        assertThat(idleCalls).as("beside the kernel only").isEqualTo(prepared);
        ordered.remove().run();
        int first = idleCalls - prepared;
        assertThat(first).isPositive();
        run(entry, block, BlockState.START, 10_000);
        assertThat(ordered).as("it asks again").hasSize(1);
        ordered.remove().run();
        assertThat(idleCalls - prepared - first).isEqualTo(2 * first);
    }

    @Test
    void shouldContinueWhenNoThreadCanWarmUncompiledCode() {
        inGroup[0] = 1_000_000;
        boolean[] full = {false};
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(
                        scalar,
                        task -> {
                            if (full[0]) {
                                throw new RejectedExecutionException();
                            }
                            task.run();
                        },
                        () -> now,
                        made -> groups(made, BlockState.START));
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        full[0] = true;
        int prepared = idleCalls;
        run(entry, block, BlockState.START, 10_000);
        assertThat(idleCalls).isEqualTo(prepared);
        full[0] = false;
        run(entry, block, BlockState.START, 100_000);
        assertThat(idleCalls).isGreaterThan(prepared);
    }

    @Test
    void shouldLeaveUnsupportedPiecesToTheScalarTier() {
        inGroup[1] = 20;
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(scalar, ordered::add, () -> now, made -> groups(made, 0));
        BlockState block = block(1024, 1);
        runBoth(entry, block, 500);
        ordered.remove().run();
        run(entry, block, BlockState.START, 1000);
        assertThat(threadsInGroups).isZero();
        run(entry, block, 0, 1000);
        assertThat(entry.pieces().standing().inGroups()).isTrue();
    }

    @Test
    void shouldLeaveBlocksToTheScalarTierIfTheirRowsAreNotWholeGroups() {
        inGroup[0] = 20;
        AutomaticPieces.Entry entry = both();
        run(entry, block(1024, 1), BlockState.START, 500);
        ordered.remove().run();
        run(entry, block(12, 20), BlockState.START, 1000);
        assertThat(threadsInGroups).isZero();
    }

    @Test
    void shouldSayWhyGroupsWereRefused() {
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(
                        scalar,
                        Runnable::run,
                        () -> now,
                        _ -> new Simt.Outcome.Refused("it calls functions"));
        runBoth(entry, block(1024, 1), 500);
        assertThat(entry.pieces().standing())
                .isEqualTo(
                        new AutomaticPieces.Standing(
                                false, "not simt, because it calls functions"));
    }

    @Test
    void shouldContinueOneByOneWhenTheCompilerFails() {
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(
                        scalar,
                        Runnable::run,
                        () -> now,
                        _ -> {
                            throw new IllegalStateException("no form");
                        });
        runBoth(entry, block(1024, 1), 500);
        assertThat(threadsAlone).isEqualTo(2 * 500 * 1024);
        assertThat(entry.pieces().standing().why())
                .isEqualTo(
                        "not simt, because its compiler failed with"
                                + " java.lang.IllegalStateException: no form");
    }

    @Test
    void shouldContinueOneByOneWhenNoThreadCanCompile() {
        AutomaticPieces.Entry entry =
                AutomaticPieces.of(
                        scalar,
                        _ -> {
                            throw new RejectedExecutionException();
                        },
                        () -> now,
                        made -> groups(made, BlockState.START));
        runBoth(entry, block(1024, 1), 500);
        assertThat(entry.pieces().standing().why())
                .isEqualTo("not simt, because the host has no thread to compile it");
    }

    private static final class None implements KernelMemory {
        @Override
        public FlatMemory allocations() {
            return new FlatMemory(0x1000, 0x1000, MemorySegment.NULL);
        }

        @Override
        public FlatMemory variables() {
            return new FlatMemory(0x7000, 0x7000, MemorySegment.NULL);
        }

        @Override
        public boolean allocated(long address, long bytes) {
            return false;
        }
    }

    private static final class Quiet implements GridHost {
        @Override
        public void attend(Grid grid) {}

        @Override
        public long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments) {
            return 0;
        }

        @Override
        public long read(SpecialRegister register, BlockState block) {
            return 0;
        }
    }
}
