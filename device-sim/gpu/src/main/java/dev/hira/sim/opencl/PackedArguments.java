package dev.hira.sim.opencl;

import dev.hira.api.opencl.ClResult;
import dev.hira.sim.kernel.EnvironmentBlock;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.opencl.object.ClKernel;
import dev.hira.sim.opencl.object.ClMem;
import dev.hira.sim.opencl.object.OpenClFailures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a kernel as a launch takes them.
 *
 * @param bytes with room for the environment behind them, if the kernel reads it
 * @param environment the offset of the environment; -1: the kernel does not read it
 * @param localBytes the local memory of each group that arguments ask for
 */
@SuppressWarnings("ArrayRecordComponent") // never changed, never compared
record PackedArguments(byte[] bytes, long environment, int localBytes) {
    /** The alignment of local memory: that of the largest vector, {@code double16}. */
    private static final long ALIGNMENT = 128;

    /** Packs the arguments of a kernel. */
    static PackedArguments of(ClKernel kernel) {
        ModuleKernel code = kernel.function().kernel();
        List<ModuleKernel.Parameter> parameters = kernel.parameters();
        long end =
                parameters.isEmpty()
                        ? 0
                        : parameters.getLast().offset() + parameters.getLast().bytes();
        boolean environment = code.readsEnvironment();
        long start = environment ? EnvironmentBlock.start(end) : -1;
        byte[] packed = new byte[(int) (environment ? start + EnvironmentBlock.BYTES : end)];
        MemorySegment into = MemorySegment.ofArray(packed);
        long local = code.dynamicSharedStart();
        for (int i = 0; i < parameters.size(); i++) {
            ModuleKernel.Parameter parameter = parameters.get(i);
            ClKernel.@Nullable Argument argument = kernel.argument(i);
            switch (argument) {
                case null ->
                        throw OpenClFailures.of(
                                ClResult.CL_INVALID_KERNEL_ARGS,
                                "the argument " + i + " of " + code.name() + " has no value");
                case ClKernel.Value(byte[] value) ->
                        MemorySegment.copy(
                                value,
                                0,
                                into,
                                ValueLayout.JAVA_BYTE,
                                parameter.offset(),
                                value.length);
                case ClKernel.Memory(@Nullable ClMem object) ->
                        set(into, parameter, object == null ? 0 : object.argument());
                case ClKernel.Local(long bytes) -> {
                    local = (local + ALIGNMENT - 1) & -ALIGNMENT;
                    set(into, parameter, local);
                    local += bytes;
                }
            }
        }
        long most = Math.min(Integer.MAX_VALUE, local - code.dynamicSharedStart());
        return new PackedArguments(packed, start, (int) most);
    }

    private static void set(MemorySegment into, ModuleKernel.Parameter parameter, long number) {
        if (parameter.bytes() == Integer.BYTES) {
            into.set(ValueLayout.JAVA_INT_UNALIGNED, parameter.offset(), (int) number);
        } else {
            into.set(ValueLayout.JAVA_LONG_UNALIGNED, parameter.offset(), number);
        }
    }

    /** Returns the arguments for one launch of a range. */
    MemorySegment with(WorkSizes sizes, WorkRegion region) {
        if (environment < 0) {
            return MemorySegment.ofArray(bytes);
        }
        MemorySegment own = MemorySegment.ofArray(bytes.clone());
        region.write(sizes, own.asSlice(environment, EnvironmentBlock.BYTES));
        return own;
    }
}
