package dev.hira.guest.gpu;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Kernels and variables that were loaded together. */
public final class GpuModule implements AutoCloseable {
    private final Gpu gpu;
    private final long handle;
    private final String origin;
    private final Map<String, String> names;
    private final String log;
    private final Map<String, List<ParameterKind>> kinds;
    private final Lifetime lifetime;
    private final ConcurrentHashMap<String, Kernel> kernels = new ConcurrentHashMap<>();

    /**
     * A loaded module.
     *
     * @param names what name expressions are called in PTX
     * @param log the compiler's warnings
     * @param kinds what PTX says of the parameters of its kernels
     */
    GpuModule(
            Gpu gpu,
            long handle,
            String origin,
            Map<String, String> names,
            String log,
            Map<String, List<ParameterKind>> kinds) {
        this.gpu = gpu;
        this.handle = handle;
        this.origin = origin;
        this.names = names;
        this.log = log;
        this.kinds = kinds;
        this.lifetime = new Lifetime(gpu);
    }

    /** Returns the kernel of this name: a name expression, or a name as spelled in PTX. */
    public Kernel kernel(String name) {
        Gpu.given(name, "kernel", "the name");
        lifetime.require(this);
        return kernels.computeIfAbsent(
                name,
                n ->
                        new Kernel(
                                gpu,
                                lifetime,
                                n,
                                gpu.cuda().cuModuleGetFunction(handle, inPtx(n)),
                                kinds.getOrDefault(inPtx(n), List.of())));
    }

    /**
     * Returns the variable of this name: a name expression, or a name as spelled in PTX. It lives
     * as long as the module.
     */
    public GpuBytes global(String name) {
        Gpu.given(name, "global", "the name");
        lifetime.require(this);
        var variable = gpu.cuda().cuModuleGetGlobal(handle, inPtx(name));
        return new GpuBytes(Memory.of(gpu, variable.dptr()), 0, variable.bytes(), false);
    }

    private String inPtx(String name) {
        return names.getOrDefault(name, name);
    }

    /** Returns the compiler's warnings; empty without any, and for modules loaded from PTX. */
    public String log() {
        return log;
    }

    /** Unloads the module after the work that uses it. */
    @Override
    public void close() {
        lifetime.end(driver -> driver.cuModuleUnload(handle));
    }

    @Override
    public String toString() {
        return "GpuModule[" + origin + "]";
    }
}
