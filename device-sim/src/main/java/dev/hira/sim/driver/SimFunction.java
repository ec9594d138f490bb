package dev.hira.sim.driver;

import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUsharedconfig;
import dev.hira.sim.kernel.Kernel;

/** A kernel as the guest has named it. */
final class SimFunction implements SimObject {
    /** What stands for a share of shared memory that is left to the driver. */
    static final int NO_CARVEOUT = -1;

    private final long name;
    private final SimModule module;
    private final Kernel kernel;

    volatile int maxDynamicShared;
    volatile int carveout = NO_CARVEOUT;
    volatile CUfunc_cache cache = CUfunc_cache.CU_FUNC_CACHE_PREFER_NONE;
    volatile CUsharedconfig banks = CUsharedconfig.CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;

    SimFunction(long name, SimModule module, Kernel kernel, int maxDynamicShared) {
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

    SimModule module() {
        return module;
    }

    Kernel kernel() {
        return kernel;
    }
}
