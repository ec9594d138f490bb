package dev.hira.guest.gpu;

import java.util.concurrent.ConcurrentHashMap;

/** Kernels and variables that were loaded together. */
public final class GpuModule implements AutoCloseable {
    private final Gpu gpu;
    private final long handle;
    private final String origin;
    private final Lifetime lifetime;
    private final ConcurrentHashMap<String, Kernel> kernels = new ConcurrentHashMap<>();

    GpuModule(Gpu gpu, long handle, String origin) {
        this.gpu = gpu;
        this.handle = handle;
        this.origin = origin;
        this.lifetime = new Lifetime(gpu);
    }

    /** Returns the kernel of this name, as spelled in PTX. */
    public Kernel kernel(String name) {
        lifetime.require(this);
        return kernels.computeIfAbsent(
                name, n -> new Kernel(gpu, lifetime, n, gpu.cuda().cuModuleGetFunction(handle, n)));
    }

    /** Returns the variable of this name, as spelled in PTX. It lives as long as the module. */
    public GpuBytes global(String name) {
        lifetime.require(this);
        var variable = gpu.cuda().cuModuleGetGlobal(handle, name);
        return new GpuBytes(Memory.of(gpu, variable.dptr()), 0, variable.bytes(), false);
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
