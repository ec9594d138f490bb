package dev.hira.sim.opencl.object;

import dev.hira.api.source.SourceKernel;
import dev.hira.sim.driver.object.SimFunction;
import dev.hira.sim.kernel.ModuleKernel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A kernel with the values of its arguments. */
public final class ClKernel extends ClObject {
    private final ClProgram program;
    private final SimFunction function;
    private final List<ModuleKernel.Parameter> parameters;
    private final AtomicReferenceArray<@Nullable Argument> arguments;

    /** The value of an argument. */
    public sealed interface Argument {}

    /** Bytes. */
    @SuppressWarnings("ArrayRecordComponent") // never changed, never compared
    public record Value(byte[] bytes) implements Argument {}

    /** A memory object, or none. */
    public record Memory(@Nullable ClMem object) implements Argument {}

    /** Local memory of each work-group. */
    public record Local(long bytes) implements Argument {}

    public ClKernel(
            ClProgram program, SimFunction function, List<ModuleKernel.Parameter> parameters) {
        super(function.name(), program.context(), program);
        this.program = program;
        this.function = function;
        this.parameters = List.copyOf(parameters);
        this.arguments = new AtomicReferenceArray<>(parameters.size());
    }

    public ClProgram program() {
        return program;
    }

    /** What the source declares of the kernel; empty when the program has no source. */
    public Optional<SourceKernel> declared() {
        return program.declared(function.kernel().name());
    }

    public SimFunction function() {
        return function;
    }

    public List<ModuleKernel.Parameter> parameters() {
        return parameters;
    }

    /** Returns an argument's value; null: it has none yet. */
    public @Nullable Argument argument(int index) {
        return arguments.get(index);
    }

    public void set(int index, Argument value) {
        arguments.set(index, value);
    }

    @Override
    void end(ObjectEnds ends, Runnable ended) {
        ends.forget(function);
        ended.run();
    }
}
