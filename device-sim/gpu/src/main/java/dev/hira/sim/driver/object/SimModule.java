package dev.hira.sim.driver.object;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleDigest;
import dev.hira.sim.memory.Allocation;
import java.util.List;
import java.util.Set;

/**
 * A loaded module.
 *
 * @param textBytes the size of the image that the module was loaded from
 * @param digest distinguishes its kernels from those of other texts
 * @param variables the memory of its variables
 * @param functions the names of its kernels, which go with it; safe for any number of threads
 */
public record SimModule(
        long name,
        SimContext context,
        long textBytes,
        ModuleDigest digest,
        LoadedModule loaded,
        List<Allocation<ChannelOperation>> variables,
        Set<Long> functions)
        implements SimObject {}
