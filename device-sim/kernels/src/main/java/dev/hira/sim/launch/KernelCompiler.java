package dev.hira.sim.launch;

import dev.hira.sim.cores.Cores;
import dev.hira.sim.cores.Watchdog;
import dev.hira.sim.kernel.FaultKind;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelFault;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.kernel.KernelTarget;
import dev.hira.sim.kernel.LoadedModule;
import dev.hira.sim.kernel.ModuleKernel;
import dev.hira.sim.kernel.ModuleMemory;
import dev.hira.sim.kernel.PtxImage;
import dev.hira.sim.ptx.PtxModule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads modules and compiles their kernels. It parses and checks a module when it is loaded, and
 * lowers and compiles a kernel at its first launch. It caches the code of recently loaded texts, so
 * that the sessions of a server that load the same text share its code; each session has its own
 * variables.
 */
public final class KernelCompiler implements KernelLoader {
    private static final KernelCompiler HOST =
            new KernelCompiler(Cores.ofHost(), List.of(Tier.automatic(Cores.ofHost()::now)));

    private final Cores cores;
    private final Watchdog watchdog;
    private final Tiers tiers;
    private final KnownTexts known;

    private KernelCompiler(Cores cores, List<Tier> tiers) {
        this(cores, new Tiers(tiers), new KnownTexts());
    }

    private KernelCompiler(Cores cores, Tiers tiers, KnownTexts known) {
        this.cores = cores;
        this.watchdog = new Watchdog(cores);
        this.tiers = tiers;
        this.known = known;
    }

    /**
     * Returns a compiler whose kernels all run in these tiers or, where they refuse, in the
     * interpreter.
     */
    public static KernelCompiler of(Tier... tiers) {
        return new KernelCompiler(Cores.ofHost(), List.of(tiers));
    }

    /**
     * Returns a compiler whose kernels run on this many cores, which they do not share with kernels
     * of other compilers.
     */
    public static KernelCompiler on(int cores, Tier... tiers) {
        return new KernelCompiler(Cores.ofHost().separate(cores), List.of(tiers));
    }

    /** Returns a compiler with the same code, whose kernels run on another number of cores. */
    public KernelCompiler onCores(int others) {
        return new KernelCompiler(cores.separate(others), tiers, known);
    }

    /**
     * Returns the compiler whose kernels share the host's cores with all others of this process.
     */
    public static KernelCompiler ofHost() {
        return HOST;
    }

    Cores cores() {
        return cores;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    @Override
    public void hold(KernelContext context, Runnable still) {
        cores.hold(context, still);
    }

    @Override
    public void letGo(KernelContext context) {
        cores.letGo(context);
    }

    @Override
    public LoadedModule load(PtxImage image, KernelTarget device, ModuleMemory memory) {
        ModuleCode code = code(image.text());
        requireArchitecture(code.module(), device);
        Map<String, LoadedModule.Variable> variables = PtxVariables.place(code.module(), memory);
        Map<String, ModuleKernel> kernels = new HashMap<>();
        code.kernels()
                .forEach((name, kernel) ->
                        kernels.put(
                                name,
                                new LoadedKernel(
                                        this,
                                        kernel,
                                        PtxNeeds.of(code.module(), kernel.function(), device),
                                        device,
                                        variables)));
        return new CompiledModule(List.copyOf(code.kernels().keySet()), kernels, variables);
    }

    /** Refuses a text for a later architecture than the device's, as drivers do. */
    private static void requireArchitecture(PtxModule module, KernelTarget device) {
        int capability = 10 * device.major() + device.minor();
        String target = module.target().getFirst();
        boolean exact = target.endsWith("a");
        boolean fits =
                exact ? module.architecture() == capability : module.architecture() <= capability;
        if (!fits) {
            throw new KernelFault(
                    FaultKind.INVALID_PTX,
                    "The module is compiled for "
                            + target
                            + (exact ? ", which runs on that architecture only" : "")
                            + ", but the device "
                            + device.deviceName()
                            + " has the compute capability "
                            + device.major()
                            + "."
                            + device.minor()
                            + "; compile it for sm_"
                            + capability
                            + " or earlier, or choose a device that is newer.");
        }
    }

    private ModuleCode code(String text) {
        @Nullable ModuleCode found = known.find(text);
        if (found == null) {
            found = ModuleCode.of(text, tiers);
            known.keep(text, found);
        }
        return found;
    }
}
