package dev.hira.sim.run;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Meeting;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.SpecialRegister;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.FlatMemory;
import dev.hira.sim.kernel.KernelMemory;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.ptx.PtxModule;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Grids without kernels, whose threads follow a script. */
public final class RunFixture {
    /** The start of device memory. */
    public static final long BASE = 0x1000_0000;

    static final int BYTES = 4096;
    static final long VARIABLES = 0x7000_0000;
    static final Register INT = new Register(0, Carrier.INT, 32, "%r0");
    static final Register FLAG = new Register(1, Carrier.BOOLEAN, 1, "%p0");
    static final Value ZERO = new Value.Constant(0, Carrier.INT);
    static final Value YES = new Value.Constant(1, Carrier.BOOLEAN);

    private RunFixture() {}

    /** Returns stops of a kernel, one for each meeting. */
    static List<Exit.Stop> stops(Meeting... meetings) {
        List<Exit.Stop> stops = new ArrayList<>();
        for (Meeting meeting : meetings) {
            stops.add(new Exit.Stop(stops.size(), meeting, 0, 0));
        }
        return stops;
    }

    /** Returns a block at its beginning. */
    public static BlockState block(int threads, List<Exit.Stop> stops) {
        return block(threads, stops, new Plain());
    }

    static BlockState block(int threads, List<Exit.Stop> stops, KernelMemory memory) {
        PtxModule empty = PtxModule.parse(".version 8.0\n.target sm_75\n.address_size 64\n");
        Program program = new Program(List.of(), List.of(), stops, 8, 64, 64, empty.source());
        Grid grid =
                new Grid(
                        program,
                        new LaunchShape(1, 1, 1, threads, 1, 1, 16, false),
                        new byte[8],
                        new long[0],
                        new DeviceMemory(memory),
                        new Nothing(),
                        32);
        BlockState block = new BlockState(grid);
        block.begin(0, 0, 0);
        return block;
    }

    /** Memory with this many bytes allocated. */
    static final class Plain implements KernelMemory {
        private final MemorySegment allocated = Arena.ofAuto().allocate(BYTES, 16);
        private final MemorySegment variables = Arena.ofAuto().allocate(BYTES, 16);
        private int bytes = BYTES;

        void reach(int number) {
            bytes = number;
        }

        @Override
        public FlatMemory allocations() {
            return new FlatMemory(BASE, BASE + bytes, allocated);
        }

        @Override
        public FlatMemory variables() {
            return new FlatMemory(VARIABLES, VARIABLES + bytes, variables);
        }

        @Override
        public boolean allocated(long address, long bytes) {
            return true;
        }
    }

    private static final class Nothing implements GridHost {
        @Override
        public void attend(Grid grid) {
            throw DeviceFault.of(FaultKind.LAUNCH_TIMEOUT, "attended");
        }

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
