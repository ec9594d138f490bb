package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.check.Surroundings;
import dev.hira.sim.code.Program;
import dev.hira.sim.cores.Footprint;
import dev.hira.sim.cores.HostResources;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.KernelTarget;
import dev.hira.sim.kernel.Launch;
import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleKernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A kernel of a module that was loaded into a context. */
final class LoadedKernel implements ModuleKernel {
    /** The most local memory that a thread may have. */
    private static final int MOST_LOCAL = Integer.MAX_VALUE / 2;

    private final KernelCompiler compiler;
    private final KernelCode code;
    private final Needs needs;
    private final KernelTarget device;
    private final Map<String, LoadedModule.Variable> variables;

    /** The size of the packed parameters that the text declares. */
    private final long declaredBytes;

    @GuardedBy("this")
    private long @Nullable [] symbols;

    @GuardedBy("this")
    private @Nullable ProgramTraits traits;

    private volatile boolean prepared;

    LoadedKernel(
            KernelCompiler compiler,
            KernelCode code,
            Needs needs,
            KernelTarget device,
            Map<String, LoadedModule.Variable> variables) {
        this.compiler = compiler;
        this.code = code;
        this.needs = needs;
        this.device = device;
        this.variables = variables;
        this.declaredBytes = PtxNeeds.parameterBytes(code.function());
    }

    @Override
    public String name() {
        return code.function().name();
    }

    @Override
    public void requireSupported() {
        code.requireSupported();
    }

    @Override
    public Needs needs() {
        return needs;
    }

    @Override
    public List<Parameter> parameters() {
        return PtxNeeds.parameters(code.function());
    }

    @Override
    public List<Integer> requiredThreads() {
        return code.function().tuning().requiredThreads();
    }

    @Override
    public int dynamicSharedStart() {
        return code.program().dynamicSharedStart();
    }

    @Override
    public boolean readsEnvironment() {
        return code.program().parameterBytes() > declaredBytes;
    }

    KernelCompiler compiler() {
        return compiler;
    }

    KernelCode code() {
        return code;
    }

    KernelTarget device() {
        return device;
    }

    /** Returns the addresses of the symbols that the program names. */
    synchronized long[] symbols() {
        if (symbols == null) {
            symbols = code.program().symbols().stream().mapToLong(this::address).toArray();
        }
        return symbols;
    }

    private long address(String symbol) {
        LoadedModule.Variable variable = variables.get(symbol);
        if (variable == null) {
            throw new KernelFault(
                    FaultKind.INVALID_PTX,
                    "The kernel '"
                            + name()
                            + "' names '"
                            + symbol
                            + "', which is not in device memory of its module.");
        }
        return variable.address();
    }

    /** Returns the variables and layouts that give addresses a meaning in reports. */
    Surroundings surroundings() {
        Map<String, KernelContext.Extent> known = new HashMap<>();
        variables.forEach((name, variable) ->
                known.put(name, new KernelContext.Extent(variable.address(), variable.bytes())));
        return new Surroundings(code.sharedLayout(), code.program().dynamicSharedStart(), known);
    }

    synchronized ProgramTraits traits() {
        if (traits == null) {
            traits = ProgramTraits.of(code.program());
        }
        return traits;
    }

    @Override
    public boolean prepared() {
        return prepared;
    }

    @Override
    public Launch prepare(LaunchShape shape, MemorySegment parameters, KernelContext context) {
        Program program = code.program();
        if (parameters.byteSize() < declaredBytes) {
            throw new KernelFault(
                    FaultKind.INVALID_VALUE,
                    "The kernel '"
                            + name()
                            + "' has "
                            + declaredBytes
                            + " bytes of parameters, but the launch gives "
                            + parameters.byteSize()
                            + ".");
        }
        requireShape(shape);
        Footprint footprint = footprint(shape, context);
        symbols();
        byte[] packed = new byte[program.parameterBytes()];
        long given = Math.min(parameters.byteSize(), packed.length);
        MemorySegment.copy(parameters, ValueLayout.JAVA_BYTE, 0, packed, 0, (int) given);
        prepared = true;
        KernelLaunch launch = new KernelLaunch(this, shape, packed, context, footprint);
        launch.reserve();
        return launch;
    }

    private void requireShape(LaunchShape shape) {
        List<Integer> required = code.function().tuning().requiredThreads();
        int[] given = {shape.blockX(), shape.blockY(), shape.blockZ()};
        for (int i = 0; i < given.length && !required.isEmpty(); i++) {
            if (given[i] != (i < required.size() ? required.get(i) : 1)) {
                throw new KernelFault(
                        FaultKind.INVALID_VALUE,
                        "The kernel '"
                                + name()
                                + "' must be launched with blocks of "
                                + required
                                + " threads, as its .reqntid says, not of "
                                + Arrays.toString(given)
                                + ".");
            }
        }
    }

    private Footprint footprint(LaunchShape shape, KernelContext context) {
        long local = traits().localBytes(context.stackBytes());
        long shared = (long) needs.sharedBytes() + shape.dynamicSharedBytes();
        int cores = compiler.cores().count();
        Footprint footprint = Footprint.of(shape, Math.clamp(local, 0, MOST_LOCAL), shared, cores);
        if (local > MOST_LOCAL || !HostResources.ofHost().allow(footprint)) {
            throw new KernelFault(
                    shape.cooperative()
                            ? FaultKind.COOPERATIVE_LAUNCH_TOO_LARGE
                            : FaultKind.OUT_OF_MEMORY,
                    "Each thread of the kernel '"
                            + name()
                            + "' needs "
                            + local
                            + " bytes of local memory and stack, which is too much for blocks of "
                            + shape.threadsPerBlock()
                            + " threads"
                            + (shape.cooperative()
                                    ? ", all " + shape.blocks() + " of which run at the same time"
                                    : "")
                            + "; lower CU_LIMIT_STACK_SIZE or launch smaller blocks.");
        }
        return footprint;
    }

    /** Estimates the number of blocks that are resident on a multiprocessor at the same time. */
    int resident(LaunchShape shape) {
        KernelLimits limits = device.limits();
        long warps = Math.ceilDiv(shape.threadsPerBlock(), limits.warpSize());
        long byThreads = limits.threadsPerMultiprocessor() / (warps * limits.warpSize());
        long registers = warps * limits.warpSize() * needs.registers();
        long byRegisters = limits.registersPerMultiprocessor() / Math.max(1, registers);
        long shared = (long) needs.sharedBytes() + shape.dynamicSharedBytes();
        long byShared = limits.sharedPerMultiprocessor() / Math.max(1, shared);
        long most = Math.min(limits.blocksPerMultiprocessor(), byThreads);
        return (int) Math.max(1, Math.min(most, Math.min(byRegisters, byShared)));
    }
}
