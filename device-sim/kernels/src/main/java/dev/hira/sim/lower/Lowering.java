package dev.hira.sim.lower;

import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Program;
import dev.hira.sim.code.Routine;
import dev.hira.sim.lower.build.KernelSizeLimits;
import dev.hira.sim.lower.build.LoweringException;
import dev.hira.sim.lower.build.LoweringRefusals;
import dev.hira.sim.lower.build.ProgramLinker;
import dev.hira.sim.lower.build.SharedVariables;
import dev.hira.sim.lower.build.SiteNumbering;
import dev.hira.sim.lower.pass.CleanupPasses;
import dev.hira.sim.lower.pass.WarpSteps;
import dev.hira.sim.ptx.InstructionUse;
import dev.hira.sim.ptx.PtxModule;
import dev.hira.sim.ptx.model.FunctionBody;
import dev.hira.sim.ptx.model.PtxFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Lowers the text of a kernel to a program that engines run. */
public final class Lowering {
    private static final long LARGEST_SHARED = 1 << 30;

    private Lowering() {}

    /**
     * Returns the program of a kernel and of all functions that it can reach.
     *
     * @throws LoweringException when the kernel uses a feature that this device lacks, or has an
     *     error that the front end does not detect
     * @throws dev.hira.sim.ptx.text.PtxException when a body is not PTX
     */
    public static Program program(PtxModule module, PtxFunction kernel) {
        requirePlausible(module, kernel);
        List<FunctionBody> named = InstructionUse.reachable(module, kernel);
        List<FunctionBody> all = InstructionUse.reachableByPointers(module, kernel);
        if (all.size() > named.size()) {
            try {
                return program(module, kernel, all);
            } catch (LoweringException beyond) {
                // A function that only other kernels name must not keep this one from running.
                return program(module, kernel, named);
            }
        }
        return program(module, kernel, named);
    }

    private static Program program(
            PtxModule module, PtxFunction kernel, List<FunctionBody> bodies) {
        ProgramLinker links = new ProgramLinker(module, kernel, bodies);
        LoweringRefusals refusals = new LoweringRefusals(module.source());
        List<Routine> routines = new ArrayList<>();
        KernelSizeLimits limits = new KernelSizeLimits();
        for (FunctionBody body : bodies) {
            Routine routine = RoutineLowering.lower(body, routines.size(), links, refusals);
            limits.add(routine);
            routines.add(routine);
        }
        refusals.throwIfAny(kernel.name());
        List<Map<Integer, Set<String>>> variables =
                bodies.stream().map(body -> SharedVariables.of(module, body)).toList();
        return program(routines, variables, links, module);
    }

    /**
     * Returns the unsupported instructions that a kernel can reach, once for each name; empty when
     * it can be lowered.
     */
    public static List<InstructionUse.Unsupported> unsupported(
            PtxModule module, PtxFunction kernel) {
        try {
            program(module, kernel);
            return List.of();
        } catch (LoweringException refused) {
            return refused.unsupported();
        }
    }

    private static void requirePlausible(PtxModule module, PtxFunction kernel) {
        if (module.addressSize() != 64) {
            throw LoweringException.wrong(
                    "The module has addresses of "
                            + module.addressSize()
                            + " bits; kernels run with .address_size 64 only.");
        }
        long shared = module.sharedLayout(kernel).bytes();
        if (shared > LARGEST_SHARED) {
            throw LoweringException.wrong(
                    "The kernel '"
                            + kernel.name()
                            + "' declares "
                            + shared
                            + " bytes of shared memory; no block can have more than "
                            + LARGEST_SHARED
                            + ".");
        }
    }

    private static Program program(
            List<Routine> lowered,
            List<Map<Integer, Set<String>>> variables,
            ProgramLinker links,
            PtxModule module) {
        List<Exit.Stop> stops = new ArrayList<>();
        List<Routine> routines = new ArrayList<>();
        List<Routine> tidy = lowered.stream().map(CleanupPasses::tidy).toList();
        for (Routine routine : WarpSteps.add(tidy, variables)) {
            KernelSizeLimits.requireFewInStep(routine);
            routines.add(SiteNumbering.number(routine, stops));
        }
        return new Program(
                List.copyOf(routines),
                links.symbols(),
                List.copyOf(stops),
                Math.toIntExact(links.parameterBytes()),
                links.staticShared(),
                links.dynamicShared(),
                module.source());
    }
}
