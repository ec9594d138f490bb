package dev.hira.sim.driver.object;

import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUsharedconfig;
import dev.hira.sim.kernel.ModuleKernel;

/** A kernel under the name that the guest gave it. */
public final class SimFunction implements SimObject {
    /** The carve-out value that leaves the share of shared memory to the driver. */
    public static final int NO_CARVEOUT = -1;

    private final long name;
    private final SimModule module;
    private final ModuleKernel kernel;

    public volatile int maxDynamicShared;
    public volatile int carveout = NO_CARVEOUT;
    public volatile CUfunc_cache cache = CUfunc_cache.CU_FUNC_CACHE_PREFER_NONE;
    public volatile CUsharedconfig banks = CUsharedconfig.CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;

    public SimFunction(long name, SimModule module, ModuleKernel kernel, int maxDynamicShared) {
        this.name = name;
        this.module = module;
        this.kernel = kernel;
        this.maxDynamicShared = maxDynamicShared;
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public SimContext context() {
        return module.context();
    }

    public SimModule module() {
        return module;
    }

    public ModuleKernel kernel() {
        return kernel;
    }
}
