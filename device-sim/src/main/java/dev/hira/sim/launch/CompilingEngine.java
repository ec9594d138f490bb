package dev.hira.sim.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.sim.kernel.Kernel;
import dev.hira.sim.kernel.KernelEngine;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleMemory;
import dev.hira.sim.kernel.PtxImage;
import dev.hira.sim.profile.DeviceProfile;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engine that runs kernels. A module is parsed and checked when it is loaded; a kernel is
 * lowered and compiled when it is launched first. Both are kept for some of the texts that were
 * loaded last, so that the sessions of a server which load the same text share its code; their
 * variables are each one's own.
 */
public final class CompilingEngine implements KernelEngine {
    private static final int MOST_TEXTS = 64;
    private static final int LONGEST_TEXT = 1 << 20;
    private static final CompilingEngine HOST =
            new CompilingEngine(Cores.ofHost(), List.of(Tier.scalar()));

    private final Cores cores;
    private final Ticker ticker;
    private final Tiers tiers;

    /** By text, the one that was used longest ago first. */
    @GuardedBy("this")
    private final Map<String, ModuleCode> known =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, ModuleCode> eldest) {
                    return size() > MOST_TEXTS;
                }
            };

    private CompilingEngine(Cores cores, List<Tier> tiers) {
        this.cores = cores;
        this.ticker = new Ticker(cores);
        this.tiers = new Tiers(tiers);
    }

    /** An engine that runs all kernels in these tiers or, where they refuse, in the interpreter. */
    public static CompilingEngine of(Tier... tiers) {
        return new CompilingEngine(Cores.ofHost(), List.of(tiers));
    }

    /** The engine that shares the host's cores with all others of this process. */
    public static CompilingEngine ofHost() {
        return HOST;
    }

    Cores cores() {
        return cores;
    }

    Ticker ticker() {
        return ticker;
    }

    @Override
    public LoadedModule load(PtxImage image, DeviceProfile device, ModuleMemory memory) {
        ModuleCode code = code(image.text());
        Map<String, LoadedModule.Variable> variables = PtxVariables.place(code.module(), memory);
        Map<String, Kernel> kernels = new HashMap<>();
        code.kernels()
                .forEach((name, kernel) ->
                        kernels.put(
                                name,
                                new CompiledKernel(
                                        this,
                                        kernel,
                                        PtxNeeds.of(code.module(), kernel.function(), device),
                                        device,
                                        variables)));
        return new CompiledModule(List.copyOf(code.kernels().keySet()), kernels, variables);
    }

    private ModuleCode code(String text) {
        @Nullable ModuleCode found = find(text);
        if (found == null) {
            found = ModuleCode.of(text, tiers);
            keep(text, found);
        }
        return found;
    }

    private synchronized @Nullable ModuleCode find(String text) {
        return known.get(text);
    }

    private synchronized void keep(String text, ModuleCode code) {
        if (text.length() <= LONGEST_TEXT) {
            known.putIfAbsent(text, code);
        }
    }
}
