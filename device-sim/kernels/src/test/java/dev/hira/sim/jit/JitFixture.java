package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.code.Program;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.interpret.Interpreter;
import dev.hira.sim.jit.plan.CodeStyle;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelMemory;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.lower.Lowering;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.run.AccessObserver;
import dev.hira.sim.run.BlockScheduler;
import dev.hira.sim.run.BlockState;
import dev.hira.sim.run.DeviceFault;
import dev.hira.sim.run.DeviceMemory;
import dev.hira.sim.run.Grid;
import dev.hira.sim.run.GridHost;
import dev.hira.sim.run.ThreadEngine;
import dev.hira.sim.simt.Simt;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels in the interpreter and as compiled code, and compares the memory that they leave.
 */
public final class JitFixture {
    /** Start of device memory. Its lower half has random numbers, its upper half is zero. */
    static final long BASE = 0x10_0000_0000L;

    /** Start of the results. */
    static final long RESULT = BASE + JitFixture.BYTES / 2;

    public static final int BYTES = 1 << 16;
    static final long VARIABLES = 0x70_0000_0000L;
    static final String HEAD = ".version 8.0\n.target sm_75\n.address_size 64\n";

    private static final long SEED = 42;

    final Program program;
    private LaunchShape shape = new LaunchShape(1, 1, 1, 32, 1, 1, 0, false);
    private int localBytes = 1024;
    private boolean polls;

    private JitFixture(Program program) {
        this.program = program;
    }

    /** Returns the kernel of this name in a text without its head. */
    static JitFixture kernel(String text, String name) {
        PtxModule module = PtxModule.parse(HEAD + text);
        return new JitFixture(
                module.kernels().stream()
                        .filter(kernel -> kernel.name().equals(name))
                        .map(kernel -> Lowering.program(module, kernel))
                        .findFirst()
                        .orElseThrow());
    }

    /** Returns a kernel {@code test(.u64 in, .u64 out, .u32 n)} with this body. */
    public static JitFixture body(String body) {
        return kernel(entry("", body), "test");
    }

    /** Returns the text of such a kernel, preceded by other declarations. */
    static String entry(String before, String body) {
        return before
                + """
                .visible .entry test(.param .u64 in, .param .u64 out, .param .u32 n) {
                  .reg .pred %p<20>; .reg .b16 %h<20>; .reg .b32 %r<60>; .reg .b64 %rd<30>;
                  .reg .f32 %f<40>; .reg .f64 %fd<20>;
                  ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; ld.param.u32 %r1, [n];
                  mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ntid.x;
                  mad.lo.s32 %r5, %r3, %r4, %r2;
                  mul.wide.u32 %rd3, %r5, 4; add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
                """
                + body
                + "\n}\n";
    }

    public JitFixture blocks(int blocks, int threads) {
        return shaped(new LaunchShape(blocks, 1, 1, threads, 1, 1, 0, false));
    }

    JitFixture shaped(LaunchShape wanted) {
        shape = wanted;
        return this;
    }

    JitFixture withLocalBytes(int bytes) {
        localBytes = bytes;
        return this;
    }

    /** Says that threads poll, so that the number of their accesses depends on the engine. */
    JitFixture polling() {
        polls = true;
        return this;
    }

    /** Returns the compiled program. */
    public CompiledProgram compiled() {
        if (Jit.compile(program) instanceof CompilationOutcome.Compiled(CompiledProgram compiled)) {
            return compiled;
        }
        throw new AssertionError("The program is refused: " + Jit.compile(program));
    }

    /**
     * The state after a run.
     *
     * @param memory the bytes of device memory
     */
    public record Result(ByteBuffer memory, @Nullable DeviceFault fault) {
        /** Returns a number in the results' half. */
        int result(int index) {
            return memory.getInt(BYTES / 2 + 4 * index);
        }
    }

    /**
     * Runs the kernel in all engines, checks that they agree, also in what they report to an
     * observer, and returns the compiled code's result.
     */
    public Result agree(int n) {
        Result expected = run(Interpreter.of(program), n);
        CompiledProgram compiled = compiled();
        Result actual = run(compiled, n);
        assertSame(actual, expected);
        if (Simt.compile(compiled) instanceof Simt.Outcome.Compiled(CompiledProgram groups, _)) {
            assertSame(run(groups, n), expected);
        }
        agreeObserved(n, expected);
        return actual;
    }

    private void agreeObserved(int n, Result expected) {
        if (Jit.compile(program, CodeStyle.OBSERVED)
                instanceof CompilationOutcome.Compiled(CompiledProgram observed)) {
            Recorder reference = new Recorder(polls);
            Recorder actual = new Recorder(polls);
            assertSame(run(Interpreter.watched(program), n, observing(reference), false), expected);
            assertSame(run(observed, n, observing(actual), false), expected);
            if (expected.fault() == null) {
                assertThat(actual.firstDifference(reference)).isNull();
            }
        }
    }

    private static GridHost observing(AccessObserver observer) {
        return new Counting() {
            @Override
            public AccessObserver witness(BlockState block) {
                return observer;
            }
        };
    }

    private static void assertSame(Result actual, Result expected) {
        assertThat(message(actual)).isEqualTo(message(expected));
        assertThat(line(actual)).isEqualTo(line(expected));
        assertThat(actual.memory().array()).isEqualTo(expected.memory().array());
    }

    private static @Nullable String message(Result result) {
        return result.fault() == null ? null : result.fault().getMessage();
    }

    private static int line(Result result) {
        return result.fault() == null ? 0 : result.fault().line();
    }

    /** Runs the kernel in one engine. */
    Result run(ThreadEngine engine, int n) {
        return run(engine, n, new Counting(), false);
    }

    /** Runs the kernel in one engine and stops it as soon as it looks at its orders. */
    DeviceFault stopped(ThreadEngine engine, int n) {
        GridHost stopping =
                new Counting() {
                    @Override
                    public void attend(Grid grid) {
                        throw DeviceFault.of(FaultKind.LAUNCH_TIMEOUT, "It was stopped.");
                    }
                };
        return Objects.requireNonNull(run(engine, n, stopping, true).fault());
    }

    private Result run(ThreadEngine engine, int n, GridHost host, boolean attention) {
        try (Arena arena = Arena.ofConfined()) {
            Plain memory = new Plain(arena);
            Grid grid =
                    new Grid(
                            program,
                            shape,
                            parameters(n),
                            symbols(),
                            new DeviceMemory(memory),
                            host,
                            localBytes);
            grid.setAttention(attention);
            @Nullable DeviceFault fault = runBlocks(engine, grid);
            byte[] left = memory.allocated.toArray(ValueLayout.JAVA_BYTE);
            return new Result(ByteBuffer.wrap(left).order(ByteOrder.LITTLE_ENDIAN), fault);
        }
    }

    private @Nullable DeviceFault runBlocks(ThreadEngine engine, Grid grid) {
        BlockState block = new BlockState(grid);
        BlockScheduler scheduler = new BlockScheduler(engine, engine.stops(program));
        try {
            for (int i = 0; i < shape.gridX(); i++) {
                block.begin(i, 0, 0);
                scheduler.run(block);
            }
            return null;
        } catch (DeviceFault fault) {
            return fault;
        }
    }

    private byte[] parameters(int n) {
        return ByteBuffer.allocate(Math.max(program.parameterBytes(), 24))
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(BASE)
                .putLong(RESULT)
                .putInt(n)
                .array();
    }

    private long[] symbols() {
        long[] symbols = new long[program.symbols().size()];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = VARIABLES + 1024L * i;
        }
        return symbols;
    }

    private static final class Plain implements KernelMemory {
        private final MemorySegment allocated;
        private final MemorySegment variables;

        Plain(Arena arena) {
            allocated = arena.allocate(BYTES, 64);
            variables = arena.allocate(4096, 64);
            SplittableRandom random = new SplittableRandom(SEED);
            for (int i = 0; i < BYTES / 2; i += 4) {
                allocated.set(ValueLayout.JAVA_INT, i, random.nextInt());
            }
            for (int i = 0; i < 4096; i += 4) {
                variables.set(ValueLayout.JAVA_INT, i, random.nextInt());
            }
        }

        @Override
        public FlatMemory allocations() {
            return new FlatMemory(BASE, BASE + BYTES, allocated);
        }

        @Override
        public FlatMemory variables() {
            return new FlatMemory(VARIABLES, VARIABLES + 4096, variables);
        }

        @Override
        public boolean allocated(long address, long bytes) {
            return true;
        }
    }

    /** A host whose answers encode the questions. */
    private static class Counting implements GridHost {
        @Override
        public void attend(Grid grid) {}

        @Override
        public long call(Step.Builtin builtin, BlockState block, int thread, long[] arguments) {
            long sum = builtin.name().length() * 100L + thread;
            for (long argument : arguments) {
                sum = 31 * sum + argument;
            }
            return sum;
        }

        @Override
        public long read(SpecialRegister register, BlockState block) {
            return register.name().length();
        }
    }
}
