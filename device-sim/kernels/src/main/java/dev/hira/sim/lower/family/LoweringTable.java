package dev.hira.sim.lower.family;

import dev.hira.sim.lower.build.FamilyLowering;
import dev.hira.sim.lower.family.video.VideoProducts;
import dev.hira.sim.lower.family.video.VideoVectors;
import dev.hira.sim.lower.family.video.VideoWords;
import java.util.HashMap;
import java.util.Map;

/** The families by opcode. */
public final class LoweringTable {
    private static final Map<String, FamilyLowering> BY_OPCODE = new HashMap<>();

    static {
        put(MoveLowering::move, "mov");
        put(MoveLowering::convertAddress, "cvta");
        put(MoveLowering::isInSpace, "isspacep");
        put(CarryLowering::lower, "addc", "subc", "madc");
        put(ArithmeticLowering::maybeCarrying, "add", "sub", "mad");
        put(CvtLowering::lower, "cvt");
        put(PredicateLowering::compare, "setp");
        put(PredicateLowering::set, "set");
        put(PredicateLowering::select, "selp");
        put(PredicateLowering::tableLogic, "lop3");
        put(VideoWords::lower, "vadd", "vsub", "vabsdiff", "vmin", "vmax");
        put(VideoWords::lower, "vset", "vshl", "vshr");
        put(VideoProducts::lower, "vmad");
        put(VideoVectors::lower, "vadd2", "vsub2", "vavrg2", "vabsdiff2", "vmin2", "vmax2");
        put(VideoVectors::lower, "vadd4", "vsub4", "vavrg4", "vabsdiff4", "vmin4", "vmax4");
        put(VideoVectors::lower, "vset2", "vset4");
        put(MemoryLowering::load, "ld", "ldu");
        put(MemoryLowering::store, "st");
        put(AsyncCopyLowering::lower, true, "cp");
        put(AtomicLowering::atomic, "atom");
        put(AtomicLowering::reduction, "red");
        put(MbarrierLowering::lower, "mbarrier");
        put(HintLowering::fence, "membar", "fence");
        put(HintLowering::ignored, "prefetch", "prefetchu", "applypriority", "discard");
        put(HintLowering::ignored, "nanosleep", "pmevent", "griddepcontrol", "setmaxnreg");
        put(HintLowering::policy, "createpolicy");
        put(StackLowering::lower, "alloca", "stacksave", "stackrestore");
        put(ControlLowering::branch, true, "bra");
        put(ControlLowering::indexedBranch, true, "brx");
        put(ControlLowering::end, true, "ret", "exit", "trap", "brkpt");
        put(CallLowering::call, true, "call");
        put(BarrierLowering::lower, true, "bar", "barrier");
        put(WarpLowering::shuffle, true, "shfl");
        put(WarpLowering::vote, true, "vote");
        put(WarpLowering::match, true, "match");
        put(WarpLowering::activeMask, true, "activemask");
        put(WarpLowering::reduce, true, "redux");
        put(WarpLowering::elect, true, "elect");
    }

    private LoweringTable() {}

    private static void put(FamilyLowering family, String... opcodes) {
        put(family, false, opcodes);
    }

    private static void put(FamilyLowering family, boolean endsBlocks, String... opcodes) {
        for (String opcode : opcodes) {
            BY_OPCODE.put(opcode, endsBlocks ? family.endingBlocks() : family);
        }
    }

    /** Returns the family of an opcode; arithmetic unless another family claims it. */
    public static FamilyLowering of(String opcode) {
        return BY_OPCODE.getOrDefault(opcode, ArithmeticLowering::lower);
    }
}
