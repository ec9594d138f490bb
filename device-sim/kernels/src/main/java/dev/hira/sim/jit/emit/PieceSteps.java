package dev.hira.sim.jit.emit;

import dev.hira.sim.code.BasicBlock;
import dev.hira.sim.code.Exit;
import dev.hira.sim.code.Register;
import dev.hira.sim.code.Step;
import dev.hira.sim.code.Value;
import dev.hira.sim.jit.check.AccessGroups;
import dev.hira.sim.jit.method.IndexBound;
import dev.hira.sim.jit.method.PieceRequirements;
import dev.hira.sim.jit.method.WorkspaceField;
import dev.hira.sim.jit.plan.KernelPlan;
import dev.hira.sim.jit.plan.Piece;
import dev.hira.sim.jit.plan.RegisterUses;
import dev.hira.sim.run.BlockState;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The work of a piece besides its blocks.
 *
 * @param ofBlock steps that run once, before all threads
 * @param ofThread steps that are recomputed where a thread resumes
 * @param loaded registers that get their stored value where a thread resumes
 * @param results registers that take results of the meeting
 * @param stored registers that are stored where a thread stops
 * @param needs everything that the piece uses besides registers
 */
public record PieceSteps(
        List<Step> ofBlock,
        List<Step> ofThread,
        List<Register> loaded,
        List<Register> results,
        Set<Register> stored,
        PieceRequirements needs) {
    /**
     * Chooses the steps of a piece.
     *
     * @param groups the piece's accesses
     */
    public static PieceSteps of(KernelPlan plan, Piece piece, AccessGroups groups) {
        Choice choice = new Choice(plan, piece);
        groups.limits().forEach(limit -> limit.pointers().forEach(choice::read));
        for (IndexBound reach : groups.reaches()) {
            for (IndexBound.Start start : reach.starts()) {
                start.terms().forEach(choice::read);
                start.pointers().forEach(choice::read);
            }
        }
        return choice.choose();
    }

    /** Returns the registers whose arrays are used. */
    public Set<Register> arrays() {
        Set<Register> all = new LinkedHashSet<>(stored);
        loaded.stream().filter(register -> !all.contains(register)).forEach(all::add);
        return all;
    }

    /** The choice of steps for one piece. */
    private static final class Choice {
        private final KernelPlan plan;
        private final Piece piece;
        private final BitSet read = new BitSet();
        private final BitSet written = new BitSet();

        Choice(KernelPlan plan, Piece piece) {
            this.plan = plan;
            this.piece = piece;
        }

        PieceSteps choose() {
            for (BasicBlock block : piece.blocks()) {
                block.steps().forEach(this::look);
                RegisterUses.read(block.exit()).forEach(this::read);
            }
            BitSet alive = plan.liveness().liveIn(piece.entry().index());
            List<Register> results = results();
            Set<Register> stored = stored();
            List<Register> loaded = loaded(alive, results, stored);
            List<Step> ofThread = ofThread(alive);
            List<Step> ofBlock = ofBlock();
            PieceRequirements needs = new PieceRequirements(plan.symbolic());
            needs.add(WorkspaceField.PHASE);
            needs.add(WorkspaceField.GRID);
            needs.addBlocks(piece.blocks());
            needs.addSteps(ofThread);
            needs.addSteps(ofBlock);
            return new PieceSteps(ofBlock, ofThread, loaded, results, stored, needs);
        }

        private void look(Step step) {
            List<Register> targets = RegisterUses.written(step);
            if (targets.stream().noneMatch(plan.kept()::ofBlock)) {
                RegisterUses.read(step).forEach(this::read);
                targets.forEach(register -> written.set(register.index()));
            }
        }

        private void read(Value value) {
            if (value instanceof Register register) {
                Step.@Nullable Compute folded = plan.folding().of(register);
                if (folded == null) {
                    read.set(register.index());
                } else {
                    folded.arguments().forEach(this::read);
                }
            }
        }

        /**
         * Returns the registers to load; a live register that is neither read nor stored here needs
         * no load.
         */
        private List<Register> loaded(BitSet alive, List<Register> results, Set<Register> stored) {
            return registers(alive).stream()
                    .filter(plan.kept()::stored)
                    .filter(register -> !results.contains(register))
                    .filter(register -> read.get(register.index()) || stored.contains(register))
                    .toList();
        }

        private List<Register> results() {
            Exit.@Nullable Stop meeting = piece.meeting();
            return meeting == null ? List.of() : RegisterUses.written(meeting);
        }

        /** Returns the registers that may have changed here and are stored at any stop or cut. */
        private Set<Register> stored() {
            BitSet changed = (BitSet) written.clone();
            results().forEach(register -> changed.set(register.index()));
            boolean all = piece.site() == BlockState.START;
            BitSet leaving = leaving();
            Set<Register> stored = new LinkedHashSet<>();
            for (Register register : plan.kernel().registers()) {
                boolean has = plan.kept().stored(register) && plan.stored().number(register) >= 0;
                boolean here = all || changed.get(register.index());
                if (has && here && leaving.get(register.index())) {
                    stored.add(register);
                }
            }
            return stored;
        }

        /** Returns the registers whose values are read after threads have left the piece. */
        private BitSet leaving() {
            BitSet inside = new BitSet();
            piece.blocks().forEach(block -> inside.set(block.index()));
            inside.andNot(plan.cut().yields());
            inside.andNot(plan.cut().turns());
            BitSet leaving = new BitSet();
            for (BasicBlock block : piece.blocks()) {
                if (block.exit() instanceof Exit.Stop stop) {
                    leaving.or(plan.liveness().liveIn(stop.next()));
                    continue;
                }
                for (int target : block.exit().targets()) {
                    if (!inside.get(target)) {
                        leaving.or(plan.liveness().liveIn(target));
                    }
                }
            }
            return leaving;
        }

        private List<Step> ofThread(BitSet alive) {
            if (piece.site() == BlockState.START) {
                return List.of();
            }
            BitSet wanted = (BitSet) read.clone();
            wanted.and(alive);
            return chosen(plan.kept().threadSteps(), wanted);
        }

        private List<Step> ofBlock() {
            return chosen(plan.kept().blockSteps(), (BitSet) read.clone());
        }

        /**
         * Returns the steps that write the wanted registers, and the steps that these depend on.
         */
        private List<Step> chosen(List<Step> steps, BitSet wanted) {
            List<Step> chosen = new ArrayList<>();
            for (Step step : steps.reversed()) {
                boolean here =
                        RegisterUses.written(step).stream()
                                .anyMatch(register -> wanted.get(register.index()));
                if (here && !plan.folding().isFolded(step)) {
                    chosen.add(step);
                    BitSet before = (BitSet) read.clone();
                    read.clear();
                    RegisterUses.read(step).forEach(this::read);
                    wanted.or(read);
                    read.or(before);
                }
            }
            Collections.reverse(chosen);
            return chosen;
        }

        private List<Register> registers(BitSet indices) {
            return indices.stream().mapToObj(plan.kernel().registers()::get).toList();
        }
    }
}
